import Foundation
import IntentRPC

signal(SIGPIPE, SIG_IGN)
exit(await RPCServer(handler: VectorMethods()).run())
