import PhonolithFilms
import PhonolithMediaModel
import PhonolithThumbnails
import Testing

@Suite("Scaling modes") struct ScalingModeTests {
    private static let wide = PixelSize(width: 1600, height: 900)
    private static let tall = PixelSize(width: 300, height: 600)

    @Test(
        "put the picture where it belongs",
        arguments: [
            (ScalingMode.fit, wide, PixelSize(width: 800, height: 600), 0, 75, 800, 450),
            (.fill, wide, PixelSize(width: 800, height: 600), -133, 0, 1067, 600),
            (.stretch, wide, PixelSize(width: 800, height: 600), 0, 0, 800, 600),
            (.fit, tall, PixelSize(width: 800, height: 600), 250, 0, 300, 600),
            (.fill, tall, PixelSize(width: 800, height: 600), 0, -500, 800, 1600),
            (.fit, wide, PixelSize(width: 1, height: 1), 0, 0, 1, 1),
        ])
    func placement(
        mode: ScalingMode, picture: PixelSize, view: PixelSize, x: Int, y: Int, width: Int,
        height: Int
    ) {
        #expect(
            mode.placement(of: picture, in: view)
                == ScalingMode.Placement(x: x, y: y, size: PixelSize(width: width, height: height)))
    }

    @Test("follow each other in a circle") func circle() {
        #expect(ScalingMode.fit.following.following.following == .fit)
        #expect(Set(ScalingMode.allCases.map(\.following)) == Set(ScalingMode.allCases))
    }
}
