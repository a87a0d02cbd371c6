import Geometry
import Testing

@Suite struct LengthTests {
    @Test(arguments: [
        ("21cm", 0.21), ("210mm", 0.21), ("0.21m", 0.21), ("210 mm", 0.21), (" 21CM", 0.21), ("8.27in", 0.210058),
        ("1ft", 0.3048), ("1yd", 0.9144), ("18.9cm", 0.189), ("+5inches", 0.127), ("2 feet", 0.6096), (".5m", 0.5),
        ("1000m", 1000), ("0.1mm", 0.0001), ("3 metres", 3),
    ])
    func `a number with a unit is a length`(text: String, metres: Double) throws {
        #expect(try Length(parsing: text).metres == metres)
    }

    @Test(arguments: [
        ("21", "'21' has no unit; write 21cm or 21mm, whichever is meant"),
        ("21px", "'21px' has the unknown unit 'px'; use m, cm, mm, in, ft or yd"),
        ("8,27in", "'8,27in' has a comma; write a decimal point: 8.27in"),
        ("0cm", "'0cm' is no size that a drawing can have; give 0.1mm to 1000m"),
        ("-3cm", "'-3cm' is no size that a drawing can have; give 0.1mm to 1000m"),
        ("1e9m", "'1e9m' has the unknown unit 'e9m'; use m, cm, mm, in, ft or yd"),
        ("5km", "'5km' has the unknown unit 'km'; use m, cm, mm, in, ft or yd"),
        ("2000m", "'2000m' is no size that a drawing can have; give 0.1mm to 1000m"),
        ("cm", "'cm' is no length; write a number with its unit, such as 21cm, 210mm, 0.21m or 8.27in"),
        ("", "'' is no length; write a number with its unit, such as 21cm, 210mm, 0.21m or 8.27in"),
        ("1.2.3cm", "'1.2.3cm' is no length; write a number with its unit, such as 21cm, 210mm, 0.21m or 8.27in"),
        ("nanm", "'nanm' is no length; write a number with its unit, such as 21cm, 210mm, 0.21m or 8.27in"),
    ])
    func `anything else is refused in a sentence that says what to write`(text: String, sentence: String) {
        let error = #expect(throws: LengthError.self) { try Length(parsing: text) }
        #expect(error?.description == sentence)
    }

    @Test(arguments: ["21cm", "8.27in", "0.21m", "148.5mm", "1ft", "2yd"])
    func `a length prints as it is typed`(text: String) throws {
        #expect(try Length(parsing: text).description == text)
    }
}
