package io.koordbridge.bench.reaction;

import io.koordbridge.bench.report.Recording;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;

/** Figures of all rounds: medians and the longest of the way down, and the way up. */
final class ReactionFigures {

    private static final double MOST = 0.9;
    private static final String SECONDS = "s";

    private ReactionFigures() {}

    /**
     * Steps of a round and their times by the monotonic clock.
     *
     * @param up when the load jumped
     * @param gone when it was gone
     * @param full vcores before the first jump
     */
    record Round(List<Long> up, long gone, long full) {}

    /** Records them under the name of the settings. */
    static void record(Recording recording, String name, List<Sighting> all, List<Round> rounds) {
        ReactionTimes times = new ReactionTimes(all);
        List<Map<Stage, Double>> down =
                rounds.stream().flatMap(round -> jumps(times, round)).toList();
        List<Map<Stage, Double>> back = rounds.stream()
                .map(round -> times.growth(round.gone(), end(rounds, round)))
                .toList();
        recording.figure(name + ": jumps", down.size(), "");
        for (Stage stage : Stage.values()) {
            record(recording, name + ": load to " + stage.title(), values(down, stage));
        }
        for (Stage stage : Stage.values()) {
            record(recording, name + ": load gone to " + stage.title(), values(back, stage));
        }
        record(recording, name + ": load gone to 90 % in the ResourceManager", part(times, rounds, MOST));
        record(recording, name + ": load gone to all in the ResourceManager", part(times, rounds, 1));
    }

    private static java.util.stream.Stream<Map<Stage, Double>> jumps(ReactionTimes times, Round round) {
        return java.util.stream.IntStream.range(0, round.up().size()).mapToObj(jump -> {
            boolean last = jump == round.up().size() - 1;
            return times.shrink(
                    round.up().get(jump), last ? round.gone() : round.up().get(jump + 1));
        });
    }

    /** The first jump of the next round. */
    private static long end(List<Round> rounds, Round round) {
        int next = rounds.indexOf(round) + 1;
        return next < rounds.size() ? rounds.get(next).up().get(0) : Long.MAX_VALUE;
    }

    private static double[] values(List<Map<Stage, Double>> found, Stage stage) {
        return found.stream()
                .filter(one -> one.containsKey(stage))
                .mapToDouble(one -> one.get(stage))
                .toArray();
    }

    private static double[] part(ReactionTimes times, List<Round> rounds, double share) {
        return rounds.stream()
                .map(round -> times.part(Stage.RESOURCE_MANAGER, round.gone(), round.full(), share))
                .filter(OptionalDouble::isPresent)
                .mapToDouble(OptionalDouble::getAsDouble)
                .toArray();
    }

    private static void record(Recording recording, String figure, double[] seconds) {
        if (seconds.length == 0) {
            recording.note(figure + ": not seen");
            return;
        }
        double[] sorted = seconds.clone();
        Arrays.sort(sorted);
        recording.figure(figure + (sorted.length > 1 ? ", median" : ""), sorted[(sorted.length - 1) / 2], SECONDS);
        if (sorted.length > 1) {
            recording.figure(figure + ", longest", sorted[sorted.length - 1], SECONDS);
        }
    }
}
