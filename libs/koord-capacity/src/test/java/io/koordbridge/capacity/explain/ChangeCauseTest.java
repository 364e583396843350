package io.koordbridge.capacity.explain;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.capacity.batchresource.BatchAllotment;
import io.koordbridge.capacity.batchresource.BatchTerms;
import io.koordbridge.capacity.batchresource.CalculatePolicy;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.capacity.batchresource.NodeOverhead;
import io.koordbridge.capacity.batchresource.PodSums;
import io.koordbridge.capacity.batchresource.ThirdPartyShare;
import io.koordbridge.capacity.explain.ChangeCause.Basis;
import io.koordbridge.capacity.midresource.MidAllotment;
import io.koordbridge.capacity.midresource.MidTerms;
import org.junit.jupiter.api.Test;

class ChangeCauseTest {

    private static final String BATCH_CPU = "kubernetes.io/batch-cpu";
    private static final String BATCH_MEMORY = "kubernetes.io/batch-memory";
    private static final String MID_CPU = "kubernetes.io/mid-cpu";
    private static final long GIBIBYTE = 1L << 30;

    private static CpuMemory amount(long milliCpu, long gibibytes) {
        return CpuMemory.ofMilliAndBytes(milliCpu, gibibytes * GIBIBYTE);
    }

    private static Basis basis(
            CalculatePolicy policy, CpuMemory margin, CpuMemory system, CpuMemory pods, long leaseMicro) {
        CpuMemory none = CpuMemory.ZERO;
        BatchTerms terms = new BatchTerms(
                amount(16_000, 64),
                margin,
                new NodeOverhead(none, none, none, system, none, system),
                new PodSums(none, pods, pods, none, new PodSums.Counts(1, 0, 0, 0)),
                none,
                none,
                none,
                null,
                null);
        BatchAllotment batch =
                new BatchAllotment(BatchAllotment.Reason.CALCULATED, 1, 1, policy, policy, false, terms, null);
        MidTerms mid = new MidTerms(amount(16_000, 64), none, 0, pods, amount(16_000, 64), null);
        return new Basis(
                batch,
                new ThirdPartyShare(leaseMicro, 0, ThirdPartyShare.Source.ANNOTATION),
                1,
                new MidAllotment(BatchAllotment.Reason.CALCULATED, 1, 1, false, mid, null));
    }

    @Test
    void namesTheTermsThatMovedWithTheirAmounts() {
        Basis before = basis(CalculatePolicy.USAGE, amount(6_400, 22), amount(1_000, 3), amount(500, 2), 1_000_000);
        Basis now = basis(CalculatePolicy.USAGE, amount(4_800, 22), amount(4_000, 5), amount(500, 1), 0);

        assertThat(ChangeCause.of(BATCH_CPU, before, now))
                .isEqualTo("CALCULATED: margin -1.600 cores, system +3.000 cores, third parties -1.000 cores");
        assertThat(ChangeCause.of(BATCH_MEMORY, before, now))
                .isEqualTo("CALCULATED: system +2.000 GiB, high-priority pods -1.000 GiB");
        assertThat(ChangeCause.of(MID_CPU, before, now)).isEqualTo("CALCULATED");
    }

    @Test
    void namesAnotherPolicyAndAnotherNormalization() {
        Basis before = basis(CalculatePolicy.USAGE, amount(0, 0), amount(1_000, 0), amount(0, 0), 0);
        Basis request = basis(CalculatePolicy.REQUEST, amount(0, 0), amount(2_000, 0), amount(0, 0), 0);
        Basis faster = new Basis(before.batch(), before.thirdParties(), 1.2, before.mid());

        assertThat(ChangeCause.of(BATCH_CPU, before, request)).isEqualTo("CALCULATED: policy request instead of usage");
        assertThat(ChangeCause.of(BATCH_CPU, before, faster)).isEqualTo("CALCULATED: normalization 1.2 instead of 1.0");
        assertThat(ChangeCause.of(BATCH_MEMORY, before, faster)).isEqualTo("CALCULATED");
    }

    @Test
    void ofMidNamesWhatIsOffered() {
        Basis before = basis(CalculatePolicy.USAGE, amount(0, 0), amount(0, 0), amount(2_000, 0), 0);
        Basis now = basis(CalculatePolicy.USAGE, amount(0, 0), amount(0, 0), amount(1_500, 0), 0);

        assertThat(ChangeCause.of(MID_CPU, before, now)).isEqualTo("CALCULATED: offered -0.500 cores");
    }

    @Test
    void withoutAnEarlierWriteOrTermsOnlyTheReasonIsNamed() {
        Basis now = basis(CalculatePolicy.USAGE, amount(0, 0), amount(0, 0), amount(0, 0), 0);
        Basis gone = new Basis(
                BatchAllotment.reset(BatchAllotment.Reason.NODE_METRIC_STALE, null),
                ThirdPartyShare.NONE,
                1,
                MidAllotment.reset(BatchAllotment.Reason.NODE_METRIC_STALE, null));

        assertThat(ChangeCause.of(BATCH_CPU, null, now)).isEqualTo("CALCULATED");
        assertThat(ChangeCause.of(BATCH_CPU, now, gone)).isEqualTo("NODE_METRIC_STALE");
        assertThat(ChangeCause.of(MID_CPU, now, gone)).isEqualTo("NODE_METRIC_STALE");
    }
}
