/// The service that registers devices, and accepts and delivers pushes.
package final class PushService: Service {
    let context: ServiceContext
    let sessions: SessionService
    let devices: DeviceSafe
    let pushes: PushSafe
    let push: (any PushSender)?

    init(
        context: ServiceContext, sessions: SessionService, devices: DeviceSafe, pushes: PushSafe,
        push: (any PushSender)?
    ) {
        self.context = context
        self.sessions = sessions
        self.devices = devices
        self.pushes = pushes
        self.push = push
    }
}
