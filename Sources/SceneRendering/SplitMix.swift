package import Imaging

/// What scenes are drawn by.
package typealias SplitMix = SplitMix64
