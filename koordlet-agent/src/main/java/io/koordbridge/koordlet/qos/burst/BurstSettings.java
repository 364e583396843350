package io.koordbridge.koordlet.qos.burst;

import io.koordbridge.api.document.pod.QosWishReader;
import io.koordbridge.api.slo.CpuBurstStrategy;
import io.koordbridge.koordlet.cluster.override.OverrideKey;
import io.koordbridge.protocol.PureCore;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What holds for a pod: the section of the NodeSLO, and over it what the annotation says.
 *
 * @param policy none, auto, cpuBurstOnly or cfsQuotaBurstOnly; any other text counts as none
 * @param burstPercent time that may be saved up, as a part of the limit; 0 without one
 * @param quotaPercent ceiling of the quota, as a part of the limit; empty without one
 * @param periodSeconds how long the ceiling may be used; empty or negative without an end
 */
@PureCore
public record BurstSettings(String policy, long burstPercent, OptionalLong quotaPercent, OptionalLong periodSeconds) {

    /** What annotations may say. */
    static final String ALLOWED =
            "an object with policy (none, auto, cpuBurstOnly, cfsQuotaBurstOnly), cpuBurstPercent and"
                    + " cfsQuotaBurstPercent (0 to 1000000) and cfsQuotaBurstPeriodSeconds (up to 10000000)";

    public static final BurstSettings NONE = new BurstSettings("none", 0, OptionalLong.empty(), OptionalLong.empty());

    private static final CpuBurstStrategy NOTHING = new CpuBurstStrategy(null, null, null, null, null);
    private static final String AUTO = "auto";
    private static final String BURST_ONLY = "cpuBurstOnly";
    private static final String QUOTA_ONLY = "cfsQuotaBurstOnly";
    private static final Set<String> POLICIES = Set.of("none", AUTO, BURST_ONLY, QUOTA_ONLY);
    private static final long MOST_PERCENT = 1_000_000;
    private static final long MOST_SECONDS = 10_000_000;

    /** Of a section with all defaults filled in. */
    public static BurstSettings of(CpuBurstStrategy section) {
        return new BurstSettings(
                Objects.requireNonNullElse(section.policy(), "none"),
                percent(section.cpuBurstPercent()).orElse(0),
                percent(section.cfsQuotaBurstPercent()),
                seconds(section.cfsQuotaBurstPeriodSeconds()));
    }

    /** The same with what an annotation names. */
    public BurstSettings with(CpuBurstStrategy annotation) {
        OptionalLong quota = percent(annotation.cfsQuotaBurstPercent());
        OptionalLong period = seconds(annotation.cfsQuotaBurstPeriodSeconds());
        return new BurstSettings(
                Objects.requireNonNullElse(annotation.policy(), policy),
                percent(annotation.cpuBurstPercent()).orElse(burstPercent),
                quota.isPresent() ? quota : quotaPercent,
                period.isPresent() ? period : periodSeconds);
    }

    private static OptionalLong percent(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(Math.max(0, Math.min(MOST_PERCENT, value)));
    }

    private static OptionalLong seconds(@Nullable Long value) {
        return value == null ? OptionalLong.empty() : OptionalLong.of(Math.max(-1, Math.min(MOST_SECONDS, value)));
    }

    /**
     * Reads an annotation.
     *
     * @throws IllegalArgumentException when it is not {@link #ALLOWED}
     */
    public static CpuBurstStrategy parse(String text) {
        CpuBurstStrategy found = OverrideKey.required(QosWishReader.burst(text)).orElse(NOTHING);
        check("cpuBurstPercent", found.cpuBurstPercent(), 0, MOST_PERCENT);
        check("cfsQuotaBurstPercent", found.cfsQuotaBurstPercent(), 0, MOST_PERCENT);
        check("cfsQuotaBurstPeriodSeconds", found.cfsQuotaBurstPeriodSeconds(), Long.MIN_VALUE, MOST_SECONDS);
        return found;
    }

    private static void check(String field, @Nullable Long value, long lowest, long highest) {
        if (value != null && (value < lowest || value > highest)) {
            throw new IllegalArgumentException(field + ": want a whole number up to " + highest);
        }
    }

    /** Whether what is saved up may be used. */
    public boolean savesUp() {
        return policy.equals(AUTO) || policy.equals(BURST_ONLY);
    }

    /** Whether the quota may grow. */
    public boolean growsQuota() {
        return policy.equals(AUTO) || policy.equals(QUOTA_ONLY);
    }

    /** Whether it asks for anything. */
    boolean isAsked() {
        return savesUp() || growsQuota();
    }

    /** What is wrong with the policy; empty when nothing is. */
    Optional<String> problem() {
        return POLICIES.contains(policy)
                ? Optional.empty()
                : Optional.of("policy '" + policy + "': want none, auto, cpuBurstOnly or cfsQuotaBurstOnly;"
                        + " it counts as none");
    }
}
