import Imaging
import Testing

@Suite struct PictureTests {
    private func onWhite(_ pixel: [UInt8]) -> [UInt8] { RGBAImage(width: 1, height: 1, pixels: pixel).onWhite.pixels }

    @Test func `what is transparent becomes white, whatever colour hides in it`() {
        #expect(onWhite([0, 0, 0, 0]) == [255, 255, 255, 255])
        #expect(onWhite([200, 13, 77, 0]) == [255, 255, 255, 255])
    }

    @Test func `what is half transparent is mixed with white`() {
        // 100 · 128/255 + 255 · 127/255 = 177.2
        #expect(onWhite([100, 0, 255, 128]) == [177, 127, 255, 255])
    }

    @Test func `an opaque picture stays as it is`() {
        let image = RGBAImage(width: 2, height: 1, pixels: [1, 2, 3, 255, 250, 251, 252, 255])
        #expect(image.onWhite == image)
    }

    /// 0.299, 0.587 and 0.114 of 255.
    @Test func `grey weighs red, green and blue as BT 601 does`() {
        let colours: [UInt8] = [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 255, 255, 255, 255, 0, 0, 0, 255]
        #expect(RGBAImage(width: 5, height: 1, pixels: colours).grey.pixels == [76, 150, 29, 255, 0])
    }

    @Test func `a pixel is found by its column and row`() {
        let image = GreyImage(width: 3, height: 2, pixels: [0, 1, 2, 10, 11, 12])
        #expect(image[2, 0] == 2 && image[0, 1] == 10)
        #expect(GreyImage(width: 2, height: 2, filledWith: 9).pixels == [9, 9, 9, 9])
    }
}
