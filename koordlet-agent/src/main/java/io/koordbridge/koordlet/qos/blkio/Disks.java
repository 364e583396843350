package io.koordbridge.koordlet.qos.blkio;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import io.koordbridge.koordlet.snapshot.Reading;
import io.koordbridge.protocol.PureCore;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Disks of the node, by which a name becomes the number of a whole disk.
 *
 * @param version of control groups, which says what files there are
 * @param numbers {@code major:minor} of each disk, by its device
 * @param partitions disk of each partition, by device
 * @param groups disk of each volume group; all of them for one with several
 * @param volumes volume group of each logical volume, by device
 * @param mounts device of each mounted volume of a pod, by directory
 */
@PureCore
public record Disks(
        CgroupVersion version,
        Map<String, String> numbers,
        Map<String, String> partitions,
        Map<String, String> groups,
        Map<String, String> volumes,
        Map<String, String> mounts) {

    public Disks {
        numbers = Map.copyOf(numbers);
        partitions = Map.copyOf(partitions);
        groups = Map.copyOf(groups);
        volumes = Map.copyOf(volumes);
        mounts = Map.copyOf(mounts);
    }

    /**
     * Number of the disk of a block, or why it has no disk.
     *
     * @param type device, volumegroup or podvolume
     * @param volumeDirectory where the kubelet mounts a volume of the pod of this name; null for an owner that is no pod
     */
    public Reading<String> number(String name, @Nullable String type, @Nullable String volumeDirectory) {
        return switch (Objects.requireNonNullElse(type, "device")) {
            case "device" -> ofDevice(name);
            case "volumegroup" -> ofGroup(name);
            case "podvolume" -> ofVolume(name, volumeDirectory);
            default ->
                Reading.failed("type '" + type + "' of block " + name + ": want device, volumegroup or podvolume");
        };
    }

    private Reading<String> ofDevice(String device) {
        String number = numbers.get(partitions.getOrDefault(device, device));
        return number == null
                ? Reading.failed("block " + device + ": want a disk or a partition of the node")
                : Reading.of(number);
    }

    private Reading<String> ofGroup(String group) {
        String disk = groups.get(group);
        if (disk == null) {
            return Reading.failed("block " + group + ": want a volume group of the node");
        }
        String number = numbers.get(disk);
        return number == null
                ? Reading.failed("volume group " + group + " is on " + disk + ": want one disk")
                : Reading.of(number);
    }

    private Reading<String> ofVolume(String name, @Nullable String directory) {
        String device = directory == null ? null : mounts.get(directory);
        if (device == null) {
            return Reading.failed(
                    "block " + name + ": want the PersistentVolume or the inline volume of a CSI driver that"
                            + " is mounted from a block device of the node for the pod");
        }
        String group = volumes.get(device);
        return group == null ? ofDevice(device) : ofGroup(group);
    }
}
