package io.koordbridge.capacity.onlineuse;

import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;

/** CPU or memory: which of both an estimate is about; amounts in billionths of a core and thousandths of a byte. */
@PureCore
enum Side {
    CPU(1_000_000),
    MEMORY(1_000);

    private final long perUnit;

    Side(long perUnit) {
        this.perUnit = perUnit;
    }

    long of(CpuMemory both) {
        return this == CPU ? both.nanoCpu() : both.milliBytes();
    }

    /** Milli-cores or bytes, rounded away from zero. */
    long unitsOf(long ofSide) {
        return Rounding.divAwayFromZero(ofSide, perUnit);
    }

    /** The amount of so many milli-cores or bytes. */
    long ofUnits(long units) {
        return of(CpuMemory.ofMilliAndBytes(units, units));
    }
}
