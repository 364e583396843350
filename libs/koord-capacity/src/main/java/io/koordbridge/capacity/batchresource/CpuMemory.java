package io.koordbridge.capacity.batchresource;

import io.koordbridge.protocol.PureCore;
import io.koordbridge.protocol.Rounding;

/**
 * An amount of CPU and memory, exact to the smallest unit that a quantity holds. Sums stay exact because rounding happens
 * once, at the end. Arithmetic saturates instead of overflowing.
 *
 * @param nanoCpu billionths of a core
 * @param milliBytes thousandths of a byte
 */
@PureCore
public record CpuMemory(long nanoCpu, long milliBytes) {

    public static final CpuMemory ZERO = new CpuMemory(0, 0);

    private static final long NANO_PER_MILLI = 1_000_000L;
    private static final long MILLI_PER_BYTE = 1_000L;

    /** From milli-cores and bytes. */
    public static CpuMemory ofMilliAndBytes(long milliCpu, long bytes) {
        return new CpuMemory(times(milliCpu, NANO_PER_MILLI), times(bytes, MILLI_PER_BYTE));
    }

    public CpuMemory plus(CpuMemory other) {
        return new CpuMemory(add(nanoCpu, other.nanoCpu), add(milliBytes, other.milliBytes));
    }

    public CpuMemory minus(CpuMemory other) {
        return new CpuMemory(subtract(nanoCpu, other.nanoCpu), subtract(milliBytes, other.milliBytes));
    }

    /** The larger side of each. */
    public CpuMemory max(CpuMemory other) {
        return new CpuMemory(Math.max(nanoCpu, other.nanoCpu), Math.max(milliBytes, other.milliBytes));
    }

    /** The smaller side of each. */
    public CpuMemory min(CpuMemory other) {
        return new CpuMemory(Math.min(nanoCpu, other.nanoCpu), Math.min(milliBytes, other.milliBytes));
    }

    /** One of so many equal parts, in whole milli-cores and thousandths of a byte, rounded up in double arithmetic. */
    public CpuMemory share(int parts) {
        return new CpuMemory(times(ceilShare(milliCpu(), parts), NANO_PER_MILLI), ceilShare(milliBytes, parts));
    }

    private static long ceilShare(long amount, int parts) {
        return (long) Math.ceil((double) amount / parts);
    }

    /** Each side, or that of other amounts where it is below zero. */
    CpuMemory orIfNegative(CpuMemory other) {
        return new CpuMemory(nanoCpu < 0 ? other.nanoCpu : nanoCpu, milliBytes < 0 ? other.milliBytes : milliBytes);
    }

    /** Each side, or zero where it is above the most that there can be. */
    CpuMemory zeroAbove(CpuMemory most) {
        return new CpuMemory(nanoCpu > most.nanoCpu ? 0 : nanoCpu, milliBytes > most.milliBytes ? 0 : milliBytes);
    }

    /** Whether a side is below zero. */
    boolean anyNegative() {
        return nanoCpu < 0 || milliBytes < 0;
    }

    /** Nothing below zero. */
    public CpuMemory atLeastZero() {
        return max(ZERO);
    }

    /** Milli-cores, rounded away from zero. */
    public long milliCpu() {
        return Rounding.divAwayFromZero(nanoCpu, NANO_PER_MILLI);
    }

    /** Bytes, rounded away from zero. */
    public long bytes() {
        return Rounding.divAwayFromZero(milliBytes, MILLI_PER_BYTE);
    }

    private static long add(long left, long right) {
        long sum = left + right;
        boolean overflow = ((left ^ sum) & (right ^ sum)) < 0;
        return overflow ? limit(left) : sum;
    }

    private static long subtract(long left, long right) {
        long difference = left - right;
        boolean overflow = ((left ^ right) & (left ^ difference)) < 0;
        return overflow ? limit(left) : difference;
    }

    private static long times(long left, long right) {
        long high = Math.multiplyHigh(left, right);
        long low = left * right;
        boolean fits = (high == 0 && low >= 0) || (high == -1 && low < 0);
        return fits ? low : limit(left);
    }

    private static long limit(long sign) {
        return sign < 0 ? -Long.MAX_VALUE : Long.MAX_VALUE;
    }
}
