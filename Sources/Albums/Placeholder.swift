// Albums
