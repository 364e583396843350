package io.koordbridge.yarnoperator.largest;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.policy.amount.YarnAmount;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** A cluster whose nodes gain and lose room and protection, and grow late or never. */
class LargestPlannerProperties {

    private static final YarnAmount SIZE = new YarnAmount(1, 2048);
    private static final YarnAmount FLOOR = new YarnAmount(1, 1024);
    private static final int ROUNDS = 60;

    /** A node of the simulation. */
    private static final class Simulated {

        private final String name;
        private final boolean refuses;
        private YarnAmount room = new YarnAmount(8, 8192);
        private YarnAmount capability = FLOOR;
        private boolean usable = true;

        private Simulated(String name, boolean refuses) {
            this.name = name;
            this.refuses = refuses;
        }

        private void disturb(Random random) {
            if (random.nextInt(10) == 0) {
                room = new YarnAmount(random.nextInt(3), random.nextInt(5) * 1024L);
            }
            usable = random.nextInt(20) != 0;
        }

        /** As the protocol does: falls at once, rises in its time. */
        private void follow(KeptNodes kept, boolean raises) {
            boolean keeps = kept.all().contains(name) && SIZE.fitsIn(room);
            if (!keeps) {
                capability = FLOOR;
            } else if (usable && raises && !refuses) {
                capability = SIZE;
            }
        }

        private boolean fits() {
            return usable && SIZE.fitsIn(room);
        }

        private Candidate seen() {
            return new Candidate(name, room, YarnAmount.ZERO, capability, capability, usable);
        }
    }

    private static List<Simulated> cluster(int nodes, boolean someRefuse) {
        List<Simulated> all = new ArrayList<>();
        for (int i = 0; i < nodes; i++) {
            all.add(new Simulated("node-" + i, someRefuse && i % 2 == 0));
        }
        return all;
    }

    private static List<Candidate> seen(List<Simulated> nodes) {
        return nodes.stream().map(Simulated::seen).toList();
    }

    private static boolean ample(YarnAmount room) {
        return new YarnAmount(2, 3072).fitsIn(room);
    }

    @Property(tries = 100)
    void keepsNoMoreThanItShouldAndOnlyWhereRoomAndProtectionAre(
            @ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int nodes, @ForAll @IntRange(max = 3) int wanted) {
        Random random = new Random(seed);
        LargestConfig config = new LargestConfig(wanted, SIZE);
        List<Simulated> all = cluster(nodes, true);
        KeptNodes kept = KeptNodes.NONE;
        Instant now = Instant.EPOCH;
        for (int round = 0; round < ROUNDS; round++) {
            now = now.plusSeconds(1 + random.nextInt(60));
            all.forEach(one -> one.disturb(random));
            KeptNodes before = kept;
            kept = LargestPlanner.next(before, seen(all), config, now);
            for (Simulated one : all) {
                assertThat(!kept.all().contains(one.name) || one.fits()).isTrue();
                boolean stays = before.chosen().containsKey(one.name)
                        && one.fits()
                        && ample(one.room)
                        && one.capability.equals(SIZE);
                assertThat(!stays || kept.chosen().containsKey(one.name)).isTrue();
            }
            long fitting = all.stream().filter(Simulated::fits).count();
            assertThat(kept.chosen()).hasSize((int) Math.min(wanted, fitting));
            assertThat(kept.all().size()).isLessThanOrEqualTo(2 * wanted);
            assertThat(Collections.disjoint(kept.chosen().keySet(), kept.leaving()))
                    .isTrue();
            KeptNodes decided = kept;
            all.forEach(one -> one.follow(decided, random.nextInt(3) == 0));
        }
    }

    /** Design 3.41: after the last disturbance each wait ends, with a bound. */
    @Property(tries = 100)
    void aNodeWithRoomThatTakesItHasTheSizeInTheEndAndKeepsIt(
            @ForAll long seed, @ForAll @IntRange(min = 2, max = 8) int nodes) {
        Random random = new Random(seed);
        LargestConfig config = new LargestConfig(1, SIZE);
        List<Simulated> all = cluster(nodes, true);
        KeptNodes kept = KeptNodes.NONE;
        Instant now = Instant.EPOCH;
        for (int round = 0; round < ROUNDS; round++) {
            now = now.plusSeconds(1);
            all.forEach(one -> one.disturb(random));
            KeptNodes next = LargestPlanner.next(kept, seen(all), config, now);
            all.forEach(one -> one.follow(next, random.nextInt(3) == 0));
            kept = next;
        }
        all.forEach(one -> one.usable = true);
        all.forEach(one -> one.room = new YarnAmount(4, 4096));
        Instant bound =
                now.plus(LargestPlanner.PATIENCE.multipliedBy(2L * nodes)).plus(Duration.ofMinutes(1));
        while (now.isBefore(bound)) {
            now = now.plusSeconds(20);
            KeptNodes next = LargestPlanner.next(kept, seen(all), config, now);
            all.forEach(one -> one.follow(next, true));
            kept = next;
        }

        KeptNodes last = kept;
        assertThat(all)
                .filteredOn(one -> last.chosen().containsKey(one.name))
                .allMatch(one -> one.capability.equals(SIZE));
        assertThat(LargestPlanner.next(kept, seen(all), config, now.plus(LargestPlanner.PATIENCE)))
                .isEqualTo(kept);
        assertThat(kept.all()).hasSize(1);
    }

    @Property(tries = 100)
    void theOrderOfTheNodesDoesNotMatter(@ForAll long seed, @ForAll @IntRange(min = 1, max = 8) int nodes) {
        Random random = new Random(seed);
        List<Simulated> all = cluster(nodes, false);
        all.forEach(one -> one.disturb(random));
        List<Candidate> seen = seen(all);
        List<Candidate> mixed = new ArrayList<>(seen);
        Collections.shuffle(mixed, random);
        LargestConfig config = new LargestConfig(2, SIZE);

        KeptNodes kept = LargestPlanner.next(KeptNodes.NONE, seen, config, Instant.EPOCH);

        assertThat(LargestPlanner.next(KeptNodes.NONE, mixed, config, Instant.EPOCH))
                .isEqualTo(kept);
        assertThat(LargestPlanner.next(kept, mixed, config, Instant.EPOCH).all())
                .isEqualTo(kept.all());
    }
}
