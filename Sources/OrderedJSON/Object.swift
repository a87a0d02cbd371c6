extension JSON {
    /// The members of an object in the order of the file.
    ///
    /// Made for small objects: finding a key takes as long as the object is large.
    package struct Object: Hashable, Sendable {
        /// One member.
        package struct Member: Hashable, Sendable {
            /// The name.
            package let key: String
            /// What it stands for.
            package var value: JSON
        }

        /// All members in order; no key comes twice.
        package private(set) var members: [Member] = []

        /// Creates an object without members.
        package init() {}

        /// For the parser, which has seen that no key comes twice.
        init(unique members: [Member]) { self.members = members }

        /// The value of `key`. Setting it keeps the member's place, or adds a member at the end; `nil` removes it.
        package subscript(key: String) -> JSON? {
            get { members.first { $0.key == key }?.value }
            set {
                let index = members.firstIndex { $0.key == key }
                switch (index, newValue) {
                case (let index?, let value?): members[index].value = value
                case (let index?, nil): members.remove(at: index)
                case (nil, let value?): members.append(Member(key: key, value: value))
                case (nil, nil): break
                }
            }
        }
    }
}
