#if canImport(SwiftUI)
    import Foundation
    import SwiftUI

    /// Google's logo, in its own colors, which no theme may change.
    struct GoogleMark: View {
        var body: some View {
            ZStack {
                ForEach(Self.parts.indices, id: \.self) { index in
                    GoogleMarkShape(steps: Self.parts[index].steps).fill(Self.parts[index].color)
                }
            }
            .aspectRatio(1, contentMode: .fit)
        }

        private struct Part: Sendable {
            let color: Color
            let steps: [GoogleMarkShape.Step]
        }

        private static let parts = [
            Part(
                color: Color(red: 234 / 255, green: 67 / 255, blue: 53 / 255),
                steps: [
                    .move(24, 9.5), .curve(33.21, 13.1, 27.54, 9.5, 30.71, 10.72), .line(40.06, 6.25),
                    .curve(24, 0, 35.9, 2.38, 30.47, 0), .curve(2.56, 13.22, 14.62, 0, 6.51, 5.38),
                    .line(10.54, 19.41), .curve(24, 9.5, 12.43, 13.72, 17.74, 9.5),
                ]),
            Part(
                color: Color(red: 66 / 255, green: 133 / 255, blue: 244 / 255),
                steps: [
                    .move(46.98, 24.55), .curve(46.6, 20, 46.98, 22.98, 46.83, 21.46), .line(24, 20), .line(24, 29.02),
                    .line(36.94, 29.02), .curve(32.16, 36.2, 36.36, 31.98, 34.68, 34.5), .line(39.89, 42.2),
                    .curve(46.98, 24.55, 44.4, 38.02, 46.98, 31.84),
                ]),
            Part(
                color: Color(red: 251 / 255, green: 188 / 255, blue: 5 / 255),
                steps: [
                    .move(10.53, 28.59), .curve(9.77, 24, 10.05, 27.14, 9.77, 25.6),
                    .curve(10.53, 19.41, 9.77, 22.4, 10.04, 20.86), .line(2.55, 13.22),
                    .curve(0, 24, 0.92, 16.46, 0, 20.12), .curve(2.56, 34.78, 0, 27.88, 0.92, 31.54),
                    .line(10.53, 28.59),
                ]),
            Part(
                color: Color(red: 52 / 255, green: 168 / 255, blue: 83 / 255),
                steps: [
                    .move(24, 48), .curve(39.89, 42.19, 30.48, 48, 35.93, 45.87), .line(32.16, 36.19),
                    .curve(24, 38.49, 30.01, 37.64, 27.24, 38.49), .curve(10.53, 28.58, 17.74, 38.49, 12.43, 34.27),
                    .line(2.55, 34.77), .curve(24, 48, 6.51, 42.62, 14.62, 48),
                ]),
        ]
    }

    /// One part of the logo, given in the coordinates of a square of 48 points and scaled to the view.
    private struct GoogleMarkShape: Shape {
        enum Step: Sendable {
            case move(Double, Double)
            case line(Double, Double)
            /// The end point, then the two control points.
            case curve(Double, Double, Double, Double, Double, Double)
        }

        let steps: [Step]

        func path(in rect: CGRect) -> Path {
            let scale = min(rect.width, rect.height) / 48
            func point(_ x: Double, _ y: Double) -> CGPoint {
                CGPoint(x: rect.minX + x * scale, y: rect.minY + y * scale)
            }
            var path = Path()
            for step in steps {
                switch step {
                case .move(let x, let y): path.move(to: point(x, y))
                case .line(let x, let y): path.addLine(to: point(x, y))
                case .curve(let x, let y, let x1, let y1, let x2, let y2):
                    path.addCurve(to: point(x, y), control1: point(x1, y1), control2: point(x2, y2))
                }
            }
            path.closeSubpath()
            return path
        }
    }
#endif
