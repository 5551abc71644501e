import Foundation
import IntentRPC
import SystemCalls

Signals.ignoreWriteSignals()
let streams = try StandardStreams().claimed()
exit(await RPCServer(handler: SpecificationExampleHandler(), streams: streams).run())
