internal import Foundation

exit(endingStatus(of: Array(CommandLine.arguments.dropFirst())))
