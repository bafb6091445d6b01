/// The service that registers devices, and accepts and delivers pushes.
package final class PushService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let devices: PushTokenCipher
    let pushes: PushCipher
    let push: (any PushSender)?

    init(
        context: ServiceContext, sessions: SessionService, devices: PushTokenCipher, pushes: PushCipher,
        push: (any PushSender)?
    ) {
        self.context = context
        self.sessions = sessions
        self.devices = devices
        self.pushes = pushes
        self.push = push
    }
}
