package io.koordbridge.koordlet.measure.pressure;

import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.cgroup.PressureStat;
import io.koordbridge.koordlet.store.Metric;

/** What work may have to wait for. */
enum StalledResource {
    CPU("cpu"),
    MEMORY("memory"),
    IO("io");

    private final String fileName;

    StalledResource(String fileName) {
        this.fileName = fileName;
    }

    /** As labels of metrics have it. */
    String label() {
        return this == MEMORY ? "mem" : fileName;
    }

    /** Below /proc/pressure. */
    String fileName() {
        return fileName;
    }

    Knob<PressureStat> knob() {
        return switch (this) {
            case CPU -> Knob.CPU_PRESSURE;
            case MEMORY -> Knob.MEMORY_PRESSURE;
            case IO -> Knob.IO_PRESSURE;
        };
    }

    /** Whether some of the work waits, or all of it. */
    enum Degree {
        SOME,
        FULL;

        String label() {
            return this == SOME ? "some" : "full";
        }
    }

    /** The series of a kind of subject: NODE_PSI, NODE_STALL, POD_PSI or CONTAINER_PSI. */
    Metric series(String kind, Degree degree) {
        String resource = this == MEMORY ? "MEM" : name();
        return Metric.valueOf(kind + "_" + resource + "_" + degree.name());
    }
}
