import Foundation
import IntentRPC
import SystemCalls

Signals.makeFailedWritesErrors()
let (input, output) = try StandardStreams.take()
exit(await RPCServer(handler: VectorMethods(), input: input, output: output).run())
