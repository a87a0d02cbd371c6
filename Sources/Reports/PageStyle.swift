/// How reports look: in light and in dark, on wide and on narrow screens, and on paper.
enum PageStyle {
    static let css = """

        :root { --paper: #fbfaf7; --card: #fff; --ink: #1d1c1a; --soft: #66625a; --line: #dcd8cf; --grid: #ece9e2;
          --tracked: #1a7f4b; --held: #b8730a; --gone: #8f887b; --curve: #2a5fb0; --mark: #d81b60; --wash: #f2efe8; }
        @media (prefers-color-scheme: dark) { :root { --paper: #171614; --card: #201f1c; --ink: #ece9e2; --soft: #a8a297;
          --line: #3a3833; --grid: #2c2a26; --tracked: #4cc38a; --held: #f0b04a; --gone: #857f73; --curve: #86b4f5;
          --mark: #ff6fa5; --wash: #282622; } }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
        main, footer { max-width: 70rem; margin: 0 auto; padding: 1.5rem clamp(0.75rem, 3vw, 2rem); }
        footer { padding-top: 0; color: var(--soft); font-size: 0.85rem; }
        h1 { margin: 0; font-size: 1.7rem; line-height: 1.2; overflow-wrap: anywhere; }
        h2 { margin: 0 0 0.5rem; font-size: 1.3rem; line-height: 1.25; overflow-wrap: anywhere; }
        h3 { margin: 1.5rem 0 0.5rem; font-size: 1rem; }
        p { margin: 0.3rem 0 0.7rem; max-width: 46rem; overflow-wrap: anywhere; }
        .kind { margin: 0; color: var(--soft); font-size: 0.85rem; }
        .lead { font-size: 1.05rem; }
        section { margin-top: 1.5rem; padding: 1.1rem clamp(0.75rem, 2vw, 1.4rem); background: var(--card);
          border: 1px solid var(--line); border-radius: 0.6rem; }
        section.plain { padding: 0; background: none; border: none; }
        .facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(15rem, 100%), 1fr)); gap: 0.7rem 1.5rem;
          margin: 1rem 0 0; }
        .facts dt { color: var(--soft); font-size: 0.8rem; }
        .facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
        .notes { margin: 1rem 0 0; padding: 0 0 0 1.1rem; color: var(--soft); font-size: 0.88rem; overflow-wrap: anywhere; }
        .title { display: flex; gap: 1rem; align-items: flex-start; }
        .title img { flex: none; width: auto; height: auto; max-width: 7rem; max-height: 7rem; border: 1px solid var(--line);
          border-radius: 0.3rem; }
        .title div { min-width: 0; }

        .lanes { display: grid; grid-template-columns: 7.5rem minmax(0, 1fr) 2.2rem; gap: 0.45rem 0.6rem; align-items: stretch;
          margin: 1rem 0 0; }
        .lane-name { font-size: 0.85rem; line-height: 1.2; align-self: center; }
        .lane-name span { display: block; color: var(--soft); font-size: 0.75rem; }
        .plot svg { display: block; width: 100%; height: 100%; background: var(--wash); border-radius: 0.2rem; }
        .plot.states { height: 1.7rem; } .plot.curve { height: 4rem; }
        .ends { display: flex; flex-direction: column; justify-content: space-between; color: var(--soft);
          font-size: 0.72rem; line-height: 1.1; font-variant-numeric: tabular-nums; }
        .axis { display: flex; justify-content: space-between; grid-column: 2; color: var(--soft); font-size: 0.75rem;
          font-variant-numeric: tabular-nums; }
        .curve path { fill: none; stroke: var(--curve); stroke-width: 1.5; vector-effect: non-scaling-stroke;
          stroke-linejoin: round; stroke-linecap: round; }
        .curve .grid { stroke: var(--line); stroke-width: 1; vector-effect: non-scaling-stroke; }
        rect.tracked { fill: var(--tracked); } rect.held { fill: var(--held); } rect.gone { fill: var(--gone); }
        .legend { display: flex; flex-wrap: wrap; gap: 0.2rem 1.2rem; margin: 0.7rem 0 0; padding: 0; list-style: none;
          color: var(--soft); font-size: 0.8rem; }
        .legend li { display: flex; align-items: center; gap: 0.4rem; }
        .swatch { display: inline-block; width: 1.1rem; height: 0.9rem; border-radius: 0.1rem; }
        .swatch.tracked { background: var(--tracked); } .swatch.held { background: var(--held); height: 0.5rem; }
        .swatch.gone { background: var(--gone); height: 0.15rem; }
        .state { white-space: nowrap; }
        .state .swatch { margin-right: 0.4rem; vertical-align: middle; }

        .scroll { overflow-x: auto; }
        .scroll:focus-visible, summary:focus-visible { outline: 2px solid var(--curve); outline-offset: 2px; }
        table { width: 100%; border-collapse: collapse; font-size: 0.88rem; }
        caption { padding-bottom: 0.4rem; text-align: left; color: var(--soft); }
        th, td { padding: 0.35rem 0.9rem 0.35rem 0; text-align: left; vertical-align: top; white-space: nowrap;
          border-top: 1px solid var(--line); }
        th { border-top: none; font-weight: 600; }
        td bdi { display: inline-block; min-width: 6rem; max-width: 22rem; white-space: normal; overflow-wrap: anywhere; }
        .number { text-align: right; font-variant-numeric: tabular-nums; }
        .words { min-width: 16rem; white-space: normal; }
        a { color: var(--curve); }
        code { font: 0.72rem/1.4 ui-monospace, monospace; overflow-wrap: anywhere; }
        summary { cursor: pointer; }

        .stills { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(18rem, 100%), 1fr)); gap: 1.1rem; }
        .strip { grid-template-columns: repeat(auto-fill, minmax(min(9rem, 46%), 1fr)); gap: 0.7rem; }
        figure { margin: 0; min-width: 0; }
        figcaption { margin-top: 0.35rem; font-size: 0.85rem; line-height: 1.4; overflow-wrap: anywhere; }
        figcaption strong { display: block; }
        figcaption span { color: var(--soft); }
        .shot { position: relative; overflow: hidden; border-radius: 0.3rem; background: #000; line-height: 0; }
        .shot img { display: block; width: 100%; height: auto; }
        .shot svg { position: absolute; inset: 0; width: 100%; height: 100%; }
        .shot polygon, .shot .head { fill: none; vector-effect: non-scaling-stroke; stroke-linejoin: round; }
        .shot .halo { stroke: #fff; stroke-width: 4; stroke-opacity: 0.75; }
        .shot .edge { stroke: #d81b60; stroke-width: 2; } .shot .head { stroke: #d81b60; stroke-width: 4.5; }
        .shot .remembered { stroke-dasharray: 6 5; }
        .drawing { display: flex; align-items: center; justify-content: center; height: 9rem; background: var(--wash);
          border-radius: 0.3rem; }
        .drawing img { width: auto; height: auto; max-width: 100%; max-height: 9rem; }

        @media (max-width: 40rem) { .lanes { grid-template-columns: minmax(0, 1fr) 2.2rem; gap: 0.25rem 0.4rem; }
          .axis { grid-column: 1; } .lane-name { grid-column: 1 / -1; margin-top: 0.4rem; } .lane-name span { display: inline; margin-left: 0.4rem; } }
        @media print { body { background: none; } section { break-inside: avoid-page; } }

        """
}
