package io.koordbridge.scheduler.place.device;

import io.koordbridge.api.device.Device;
import io.koordbridge.kube.cache.KindCache;
import io.koordbridge.kube.cache.StrippedStore;
import io.koordbridge.kube.event.EventRecorder;
import io.koordbridge.kube.event.ObjectWarnings;
import io.koordbridge.kube.event.ObjectWarnings.Concern;
import io.koordbridge.kube.listwatch.ListWatchSource;
import io.koordbridge.kube.listwatch.WatchedKind;
import io.koordbridge.scheduler.view.ClusterLedger;
import io.koordbridge.scheduler.view.ClusterListener;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Brings the devices of nodes to the ledger. */
public final class DeviceFeed implements ClusterListener {

    private static final Concern DEVICES = new Concern("BadDevice", "DeviceValid", "devices that cannot be used");

    private final ClusterLedger ledger;
    private final BiConsumer<Device, String> look;
    private final Consumer<String> forget;
    private volatile boolean seen;

    DeviceFeed(ClusterLedger ledger, BiConsumer<Device, String> look, Consumer<String> forget) {
        this.ledger = ledger;
        this.look = look;
        this.forget = forget;
    }

    /** A feed of a ledger; what cannot be used is an event of the object. */
    public static DeviceFeed of(ClusterLedger ledger, EventRecorder events) {
        ObjectWarnings warnings = new ObjectWarnings(events);
        return new DeviceFeed(ledger, (device, problem) -> warnings.look(device, DEVICES, problem), warnings::forget);
    }

    @Override
    public List<KindCache<?>> kinds(ListWatchSource source) {
        return List.of(new KindCache<>(
                source,
                WatchedKind.all(Device.class).ifInstalled(),
                new StrippedStore<>(DeviceFeed::named, new Watcher())));
    }

    @Override
    public boolean follows() {
        return seen;
    }

    private static Device named(Device whole) {
        Device named = new Device();
        named.getMetadata().setName(whole.getMetadata().getName());
        named.getMetadata().setUid(whole.getMetadata().getUid());
        return named;
    }

    private final class Watcher implements StrippedStore.Watcher<Device> {

        @Override
        public void put(@Nullable Device before, Device kept, Device whole) {
            devicesSeen(whole);
        }

        @Override
        public void gone(Device kept) {
            ledger.objectSeen(kept.getMetadata().getName(), NodeDevices.class, null);
            forget.accept(kept.getMetadata().getName());
        }
    }

    void devicesSeen(Device object) {
        seen = true;
        NodeDevices devices = NodeDevicesReader.read(object);
        ledger.objectSeen(object.getMetadata().getName(), NodeDevices.class, devices);
        look.accept(object, ObjectWarnings.summary(devices.problems()));
    }
}
