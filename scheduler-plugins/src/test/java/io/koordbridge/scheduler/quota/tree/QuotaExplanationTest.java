package io.koordbridge.scheduler.quota.tree;

import static io.koordbridge.scheduler.quota.tree.Quotas.bound;
import static io.koordbridge.scheduler.quota.tree.Quotas.cpu;
import static io.koordbridge.scheduler.quota.tree.Quotas.pod;
import static io.koordbridge.scheduler.quota.tree.Quotas.quota;
import static io.koordbridge.scheduler.quota.tree.Quotas.top;
import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.protocol.WellKnown;
import io.koordbridge.scheduler.quota.tree.QuotaExplanation.Term;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class QuotaExplanationTest {

    private final QuotaLedger ledger = new QuotaLedger(QuotaArgs.DEFAULT);

    @BeforeEach
    void oneNode() {
        ledger.nodeSeen("n1", cpu(10_000));
    }

    private Term term(String name) {
        return ledger.explanation(name).orElseThrow().resources().get(0);
    }

    @Test
    void eachRuleHasItsWords() {
        ledger.quotaSeen(top("idle", 4_000, 10_000));
        ledger.quotaSeen(quota("kept", WellKnown.ROOT_QUOTA, 1_000, 10_000, false));
        ledger.quotaSeen(top("small", 2_000, 10_000));
        ledger.quotaSeen(top("greedy", 1_000, 20_000));
        ledger.quotaSeen(top("other", 1_000, 10_000));
        ledger.quotaSeen(top("bounded", 0, 500));
        ledger.podSeen(bound("s", "small", 1_500));
        ledger.podSeen(pod("g", "greedy", 15_000));
        ledger.podSeen(pod("o", "other", 9_000));
        ledger.podSeen(pod("b", "bounded", 900));

        assertThat(term("idle").reason()).contains("nothing is requested");
        assertThat(term("kept").reason()).contains("does not lend");
        assertThat(term("small").reason()).contains("within its minimum");
        assertThat(term("greedy").reason()).contains("by weight");
        assertThat(term("greedy").lenders()).isEqualTo(Map.of("idle", 4_000L, "small", 500L));
        assertThat(term("greedy").borrowers()).containsKeys("greedy", "other");
        assertThat(term("greedy").level().total()).isEqualTo(10_000);
    }

    @Test
    void aLevelWithoutAnythingLeftAndScaledMinimumsSayIt() {
        ledger.quotaSeen(top("a", 8_000, 10_000));
        ledger.quotaSeen(top("b", 8_000, 10_000));
        ledger.podSeen(pod("x", "a", 9_000));
        ledger.podSeen(pod("y", "b", 9_000));

        assertThat(term("a").reason()).contains("nothing left", "smaller than spec.min");
        assertThat(term("a").promise().scaledMin()).isEqualTo(5_000);
        assertThat(ledger.explanation("unknown")).isEmpty();
    }
}
