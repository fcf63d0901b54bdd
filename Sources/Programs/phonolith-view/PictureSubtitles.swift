import PhonolithFilms
import PhonolithLibav
import PhonolithMediaModel

/// How subtitles that are pictures are laid over a film.
struct PictureSubtitles: Hashable {
    var picture: SubtitlePicture?
    /// The size of the view, in pixels.
    var view: PixelSize
    /// Where the film's picture is in the view.
    var film: ScalingMode.Placement

    /// The place of a rectangle in the view, in pixels.
    struct Place: Hashable {
        var x: Double
        var y: Double
        var width: Double
        var height: Double
    }

    /// Where a part of the picture is in the view. What is beyond its upper or lower edge, as where bars are cut off the film
    /// but not off its canvas, is moved into it.
    func place(of part: SubtitlePicture.Part) -> Place {
        let canvas = picture?.canvas ?? film.size
        let area = area(of: canvas)
        let columns = Double(area.size.width) / Double(canvas.width)
        let rows = Double(area.size.height) / Double(canvas.height)
        var place = Place(
            x: Double(area.x) + Double(part.x) * columns, y: Double(area.y) + Double(part.y) * rows,
            width: Double(part.size.width) * columns, height: Double(part.size.height) * rows)
        place.y = max(0, min(place.y, Double(view.height) - place.height))
        return place
    }

    /// Where the whole canvas is.
    private func area(of canvas: PixelSize) -> ScalingMode.Placement {
        guard picture?.isOfSquarePixels ?? false else { return film }
        var area = ScalingMode.fill.placement(of: canvas, in: film.size)
        (area.x, area.y) = (area.x + film.x, area.y + film.y)
        return area
    }

    /// The picture as it is laid over the view.
    var overlay: SubtitleOverlay {
        guard let picture else { return SubtitleOverlay(width: 1, height: 1) }
        var overlay = SubtitleOverlay(width: view.width, height: view.height)
        for part in picture.parts {
            let place = place(of: part)
            overlay.draw(part, x: place.x, y: place.y, width: place.width, height: place.height)
        }
        return overlay
    }
}
