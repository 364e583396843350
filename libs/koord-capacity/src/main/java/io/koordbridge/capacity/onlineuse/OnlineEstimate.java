package io.koordbridge.capacity.onlineuse;

import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.RiskChoiceDocument;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.protocol.PureCore;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much online work of a node is expected to use.
 *
 * @param after the memory for the next pass
 * @param problems what is wrong with the document of the online sum
 */
@PureCore
public record OnlineEstimate(Expectation cpu, Expectation memory, Memory after, List<WireProblem> problems) {

    private static final Expectation MEAN = new Expectation(Expectation.Source.MEAN_ONLY, "mean", 0, 0);

    /** The mean that a report carries, for both. */
    public static final OnlineEstimate MEAN_ONLY = without(Memory.NONE);

    /** The mean that a report carries, where what is known stays for the next pass. */
    static OnlineEstimate without(Memory kept) {
        return new OnlineEstimate(MEAN, MEAN, kept, List.of());
    }

    public OnlineEstimate {
        problems = List.copyOf(problems);
    }

    /** One pass leaves this for the next. */
    public record Memory(OfSide cpu, OfSide memory) {

        public static final Memory NONE = new Memory(OfSide.NONE, OfSide.NONE);

        /** The choices as the Node shows them. */
        public RiskChoiceDocument.Texts texts() {
            return new RiskChoiceDocument.Texts(cpu.text(), memory.text());
        }
    }

    /**
     * The memory of one resource.
     *
     * @param last the last estimate, null for none
     * @param risk the choice by risk, null where none is made
     */
    public record OfSide(@Nullable Known last, @Nullable RiskMemory risk) {

        public static final OfSide NONE = new OfSide(null, null);

        @Nullable
        String text() {
            return risk == null ? null : risk.text();
        }
    }

    /**
     * An estimate.
     *
     * @param at time of the pass that made it
     */
    public record Known(long expected, String words, Instant at) {}

    /** What is added to the usage of the system. */
    public CpuMemory extra() {
        return new CpuMemory(cpu.extra(), memory.extra());
    }
}
