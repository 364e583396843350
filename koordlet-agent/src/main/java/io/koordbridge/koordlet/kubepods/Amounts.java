package io.koordbridge.koordlet.kubepods;

import io.koordbridge.protocol.Rounding;

/** CPU and memory. */
public record Amounts(long milliCpu, long bytes) {

    public static final Amounts NONE = new Amounts(0, 0);

    /** Both added. */
    public Amounts plus(Amounts other) {
        return new Amounts(milliCpu + other.milliCpu, bytes + other.bytes);
    }

    /** What is left when the other is taken away, at least 0. */
    public Amounts minus(Amounts other) {
        return new Amounts(Math.max(0, milliCpu - other.milliCpu), Math.max(0, bytes - other.bytes));
    }

    /** The smaller of both in each. */
    public Amounts min(Amounts other) {
        return new Amounts(Math.min(milliCpu, other.milliCpu), Math.min(bytes, other.bytes));
    }

    /** The larger of both in each. */
    public Amounts max(Amounts other) {
        return new Amounts(Math.max(milliCpu, other.milliCpu), Math.max(bytes, other.bytes));
    }

    /** Multiplied, fractions cut off. */
    public Amounts times(double factor) {
        return new Amounts(Rounding.truncated(milliCpu, factor), Rounding.truncated(bytes, factor));
    }
}
