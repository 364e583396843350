package io.koordbridge.capacity.explain;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.protocol.ResourceNames;
import java.math.BigDecimal;
import org.jspecify.annotations.Nullable;

/** CPU or memory: which side of an amount a sum is about, and how it is named. */
enum Axis {
    CPU("CPU", "milli-cpu", ResourceNames.BATCH_CPU, ResourceNames.MID_CPU) {
        @Override
        BigDecimal of(CpuMemory amount) {
            return BigDecimal.valueOf(amount.nanoCpu(), 6);
        }

        @Override
        long whole(CpuMemory amount) {
            return amount.milliCpu();
        }
    },
    MEMORY("Memory", "bytes", ResourceNames.BATCH_MEMORY, ResourceNames.MID_MEMORY) {
        @Override
        BigDecimal of(CpuMemory amount) {
            return BigDecimal.valueOf(amount.milliBytes(), 3);
        }

        @Override
        long whole(CpuMemory amount) {
            return amount.bytes();
        }
    };

    private final String word;
    private final String unit;
    private final String batchName;
    private final String midName;

    Axis(String word, String unit, String batchName, String midName) {
        this.word = word;
        this.unit = unit;
        this.batchName = batchName;
        this.midName = midName;
    }

    /** The exact amount in the unit. */
    abstract BigDecimal of(CpuMemory amount);

    /** The amount in whole units as calculations take it. */
    abstract long whole(CpuMemory amount);

    String unit() {
        return unit;
    }

    String batchName() {
        return batchName;
    }

    String midName() {
        return midName;
    }

    <T> T pick(T cpu, T memory) {
        return this == CPU ? cpu : memory;
    }

    @Nullable
    Long pickIfAny(@Nullable Long cpu, @Nullable Long memory) {
        return this == CPU ? cpu : memory;
    }

    /** A field of a strategy, such as batchCPUThresholdPercent. */
    String field(String before, String after) {
        String middle = before.isEmpty() ? pick("cpu", "memory") : word;
        return before + middle + after;
    }
}
