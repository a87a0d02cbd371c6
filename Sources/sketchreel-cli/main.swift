internal import Foundation

Terminal.fillClosedStreams()
exit(endingStatus(of: Array(CommandLine.arguments.dropFirst())))
