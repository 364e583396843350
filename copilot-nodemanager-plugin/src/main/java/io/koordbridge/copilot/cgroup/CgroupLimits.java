package io.koordbridge.copilot.cgroup;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Kernel values for container sizes. Pure. */
public final class CgroupLimits {
    static final long MIN_SHARES = 2;
    static final long MAX_SHARES = 262_144;
    static final long SHARES_PER_VCORE = 1024;
    private static final long MAX_WEIGHT = 10_000;
    private static final long BYTES_PER_MEGABYTE = 1L << 20;
    private static final long LEAST_SLACK = 256;
    private static final long SLACK_PART = 20;
    private static final long LARGEST_PAGE = 1L << 16;

    private CgroupLimits() {}

    /** cpu.shares: 1024 for each vcore times the ratio, which is that of cores to vcores and of the configuration; an opportunistic container gets the least there is. */
    public static long shares(long vcores, double ratio, boolean opportunistic) {
        if (opportunistic) {
            return MIN_SHARES;
        }
        double shares = SHARES_PER_VCORE * (double) vcores * ratio;
        return (long) Math.max(MIN_SHARES, Math.min(MAX_SHARES, shares));
    }

    /**
     * cpu.shares of the group around all containers: 1024 for each core that their vcores stand for, and never for more cores than there
     * are, whatever the ratio: the NodeManager's own group weighs more than that.
     */
    public static long parentShares(long vcores, double vcoreRatio, long cores) {
        return Math.min(
                shares(vcores, 1 / vcoreRatio, false), Math.max(MIN_SHARES, SHARES_PER_VCORE * Math.max(1, cores)));
    }

    /** cpu.weight 1 to 10000 for cpu.shares 2 to 262144, the mapping container runtimes use. */
    public static long weight(long shares) {
        long weight = 1 + (shares - MIN_SHARES) * (MAX_WEIGHT - 1) / (MAX_SHARES - MIN_SHARES);
        return Math.max(1, Math.min(MAX_WEIGHT, weight));
    }

    /**
     * Memory limit of the group around all containers: what ended containers left in tmpfs stays charged to it, and must not count against
     * those that live.
     *
     * @param slackMegabytes negative: 5 % of the size, and 256 MB at least
     */
    public static long parentMemoryBytes(long megabytes, double overheadRatio, long slackMegabytes) {
        long slack = slackMegabytes < 0 ? Math.max(LEAST_SLACK, megabytes / SLACK_PART) : slackMegabytes;
        long most = Long.MAX_VALUE >> 1;
        return memoryBytes(Math.min(most, megabytes) + Math.min(most, slack), overheadRatio);
    }

    /** Memory limit: the container's size plus the overhead ratio, as the kernel gives it back: it keeps whole pages. */
    public static long memoryBytes(long megabytes, double overheadRatio) {
        long bytes = BigDecimal.valueOf(megabytes)
                .multiply(BigDecimal.valueOf(BYTES_PER_MEGABYTE))
                .multiply(BigDecimal.ONE.add(BigDecimal.valueOf(overheadRatio)))
                .setScale(0, RoundingMode.DOWN)
                .min(BigDecimal.valueOf(1L << 53))
                .longValue();
        return bytes - bytes % LARGEST_PAGE;
    }
}
