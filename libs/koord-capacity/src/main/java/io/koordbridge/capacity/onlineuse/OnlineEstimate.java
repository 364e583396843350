package io.koordbridge.capacity.onlineuse;

import io.koordbridge.api.document.WireProblem;
import io.koordbridge.api.document.node.RiskChoiceDocument;
import io.koordbridge.capacity.batchresource.CpuMemory;
import io.koordbridge.policy.risk.RiskChoice;
import io.koordbridge.protocol.PureCore;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How much online work of a node is expected to use.
 *
 * @param after the memory for the next pass
 * @param problems what is wrong with the document of the online sum, or with the choices that the Node shows
 */
@PureCore
public record OnlineEstimate(Expectation cpu, Expectation memory, Memory after, List<WireProblem> problems) {

    private static final Expectation MEAN = new Expectation(Expectation.Source.MEAN_ONLY, "mean", 0, 0);

    /** The mean that a report carries, for both. */
    public static final OnlineEstimate MEAN_ONLY = without(Memory.NONE, List.of());

    /** The mean that a report carries, where what is known stays for the next pass. */
    static OnlineEstimate without(Memory kept, List<WireProblem> problems) {
        return new OnlineEstimate(MEAN, MEAN, kept, problems);
    }

    public OnlineEstimate {
        problems = List.copyOf(problems);
    }

    /**
     * One pass leaves this for the next.
     *
     * @param lows what batch work used at least
     * @param chosenAt when the choices that the Node shows were last changed, null where this process does not know
     */
    public record Memory(
            OfSide cpu,
            OfSide memory,
            BatchLows lows,
            @Nullable Instant chosenAt) {

        public static final Memory NONE = new Memory(OfSide.NONE, OfSide.NONE, BatchLows.NONE, null);

        /** The least time between two changes of the choices that a Node shows. */
        static final Duration BETWEEN_WRITES = Duration.ofHours(1);

        /** The same where a choice has become more careful: a process that goes on from the one before would offer too much. */
        static final Duration BEFORE_CAREFUL = Duration.ofMinutes(10);

        /** The choices as the Node shows them. */
        public RiskChoiceDocument.Texts texts() {
            return new RiskChoiceDocument.Texts(cpu.text(), memory.text(), cpu.riskPercent(), memory.riskPercent());
        }

        /**
         * The same, where the Node shows the choices of now: at once where it shows none, else those that say something else, once
         * enough time has passed: ten minutes where one of both is more careful, else an hour. What an earlier process wrote counts as
         * written now.
         */
        Memory shown(Instant now) {
            if (cpu.isFirst() || memory.isFirst()) {
                return new Memory(cpu.shown(), memory.shown(), lows, now);
            }
            if (chosenAt == null) {
                boolean chosen = cpu.risk() != null || memory.risk() != null;
                return new Memory(cpu, memory, lows, chosen ? now : null);
            }
            Duration hold = cpu.isMoreCareful() || memory.isMoreCareful() ? BEFORE_CAREFUL : BETWEEN_WRITES;
            boolean held = !now.isBefore(chosenAt) && now.isBefore(chosenAt.plus(hold));
            return held || !(cpu.isOther() || memory.isOther())
                    ? this
                    : new Memory(cpu.shown(), memory.shown(), lows, now);
        }
    }

    /**
     * The memory of one resource.
     *
     * @param last the last estimate, null for none
     * @param risk the choice by risk, null where none is made
     * @param unknownSince since when neither an estimate nor the last one is known, null while one is
     * @param leftOutSince since when the use of batch work is not known for every window of the node, null while it is
     */
    public record OfSide(
            @Nullable Known last,
            @Nullable RiskMemory risk,
            @Nullable Instant unknownSince,
            @Nullable Instant leftOutSince) {

        public static final OfSide NONE = new OfSide(null, null, null, null);

        private boolean isFirst() {
            return risk != null && risk.isFirst();
        }

        private boolean isOther() {
            return risk != null && risk.isOther();
        }

        private boolean isMoreCareful() {
            return risk != null && risk.isMoreCareful();
        }

        private OfSide shown() {
            return risk == null ? this : new OfSide(last, risk.shown(), unknownSince, leftOutSince);
        }

        @Nullable
        String text() {
            return risk == null ? null : risk.text();
        }

        @Nullable
        Double riskPercent() {
            RiskChoice written = risk == null ? null : risk.written();
            return written == null ? null : written.riskPercent();
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

    /** Whether an estimate that is asked for is not known, or not by every window it may need, so that capacity does not grow. */
    public boolean waits() {
        return cpu.growsNot() || memory.growsNot();
    }
}
