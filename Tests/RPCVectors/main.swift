import Foundation
import IntentRPC
import SystemCalls

Signals.ignoreWriteSignals()
let (input, output) = try StandardStreams.claim()
exit(await RPCServer(handler: SpecificationExampleHandler(), input: input, output: output).run())
