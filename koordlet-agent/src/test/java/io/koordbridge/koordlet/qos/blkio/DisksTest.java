package io.koordbridge.koordlet.qos.blkio;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.koordlet.cgroup.CgroupVersion;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DisksTest {

    private final Disks disks = new Disks(
            CgroupVersion.V2,
            Map.of("/dev/sda", "8:0", "/dev/sdb", "8:16"),
            Map.of("/dev/sda1", "/dev/sda"),
            Map.of("vg", "/dev/sdb", "wide", "/dev/sda and /dev/sdb"),
            Map.of("/dev/mapper/vg-lv", "vg"),
            Map.of("/k/pv-1/mount", "/dev/mapper/vg-lv", "/k/pv-2/mount", "/dev/sda1"));

    @Test
    void eachTypeLeadsToAWholeDisk() {
        assertThat(disks.number("/dev/sda1", "device", null).value()).contains("8:0");
        assertThat(disks.number("/dev/sdb", null, null).value()).contains("8:16");
        assertThat(disks.number("vg", "volumegroup", null).value()).contains("8:16");
        assertThat(disks.number("pv-1", "podvolume", "/k/pv-1/mount").value()).contains("8:16");
        assertThat(disks.number("pv-2", "podvolume", "/k/pv-2/mount").value()).contains("8:0");
    }

    @Test
    void whatLeadsToNoneIsNamed() {
        assertThat(disks.number("wide", "volumegroup", null).problem())
                .isEqualTo("volume group wide is on /dev/sda and /dev/sdb: want one disk");
        assertThat(disks.number("x", "raid", null).problem()).startsWith("type 'raid' of block x: want device");
        assertThat(disks.number("x", "volumegroup", null).value()).isEmpty();
        assertThat(disks.number("pv-1", "podvolume", null).problem())
                .startsWith("block pv-1: want the PersistentVolume");
    }
}
