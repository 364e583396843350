package io.koordbridge.descheduler.app;

import io.koordbridge.answers.DeschedulerPlanAnswer;
import io.koordbridge.answers.DeschedulerPlanAnswer.KeptPod;
import io.koordbridge.answers.DeschedulerPlanAnswer.NodeUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.ResourceUse;
import io.koordbridge.answers.DeschedulerPlanAnswer.Victim;
import io.koordbridge.descheduler.decide.load.LoadClass;
import io.koordbridge.descheduler.decide.load.LoadResult;
import io.koordbridge.descheduler.decide.load.LoadResult.OfNode;
import io.koordbridge.descheduler.decide.load.LoadResult.OfResource;
import io.koordbridge.descheduler.decide.run.EvictionRequest;
import io.koordbridge.descheduler.decide.run.PluginRun;
import io.koordbridge.descheduler.decide.run.RunResult;
import io.koordbridge.descheduler.decide.run.RunView;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Makes the answer of a plan from what its run decided. */
final class PlanAnswers {

    /** More lines help no reader. */
    private static final int MOST_LINES = 2_000;

    private PlanAnswers() {}

    /** The answer while no run is possible. */
    static DeschedulerPlanAnswer waiting(Instant now, boolean dryRun, String lacking) {
        return new DeschedulerPlanAnswer(now, dryRun, lacking, List.of(), List.of(), List.of());
    }

    /**
     * The answer of a run.
     *
     * @param waits why the next run would decide nothing, empty when it would
     */
    static DeschedulerPlanAnswer of(RunResult run, List<LoadResult> loads, RunView view, boolean dryRun, String waits) {
        List<NodeUse> nodes = new ArrayList<>();
        List<KeptPod> kept = new ArrayList<>();
        Set<String> explained = new HashSet<>();
        for (LoadResult load : loads) {
            for (LoadResult.OfPool pool : load.pools()) {
                pool.nodes().forEach(node -> nodes.add(node(pool, node)));
                for (LoadResult.OfPod pod : pool.pods()) {
                    if (!pod.evicted() && explained.add(pod.pod().key())) {
                        kept.add(new KeptPod(pod.pod().key(), pod.node(), pod.check(), pod.message()));
                    }
                }
            }
        }
        run.plugins().forEach(plugin -> refused(plugin, explained, kept));
        return new DeschedulerPlanAnswer(
                view.now(), dryRun, waits.isEmpty() ? null : waits, cut(nodes), cut(victims(run)), cut(kept));
    }

    private static <T> List<T> cut(List<T> lines) {
        return lines.size() <= MOST_LINES ? lines : lines.subList(0, MOST_LINES);
    }

    private static List<Victim> victims(RunResult run) {
        List<Victim> victims = new ArrayList<>();
        for (EvictionRequest request : run.accepted()) {
            victims.add(new Victim(
                    request.pod().ref().key(),
                    request.pod().nodeName(),
                    request.targets(),
                    request.plugin(),
                    request.reason()));
        }
        return victims;
    }

    private static void refused(PluginRun plugin, Set<String> explained, List<KeptPod> kept) {
        for (PluginRun.Answer answer : plugin.answers()) {
            String pod = answer.request().pod().ref().key();
            if (!answer.verdict().allowed() && explained.add(pod)) {
                kept.add(new KeptPod(
                        pod,
                        answer.request().pod().nodeName(),
                        answer.verdict().check(),
                        answer.verdict().message()));
            }
        }
    }

    private static NodeUse node(LoadResult.OfPool pool, OfNode node) {
        List<ResourceUse> resources = new ArrayList<>();
        for (Map.Entry<String, OfResource> one : new TreeMap<>(node.load()).entrySet()) {
            OfResource amounts = one.getValue();
            resources.add(new ResourceUse(
                    one.getKey(), false, amounts.usage(), amounts.capacity(), amounts.low(), amounts.high()));
            resources.add(new ResourceUse(
                    one.getKey(),
                    true,
                    amounts.prodUsage(),
                    amounts.capacity(),
                    amounts.prodLow(),
                    amounts.prodHigh()));
        }
        return new NodeUse(
                pool.pool(),
                node.node(),
                state(node.loadClass()),
                node.note().isEmpty() ? null : node.note(),
                resources);
    }

    /** As in the specification: prodHigh for PROD_HIGH. */
    private static String state(@Nullable LoadClass found) {
        if (found == null) {
            return "unknown";
        }
        String[] words = found.name().toLowerCase(Locale.ROOT).split("_");
        StringBuilder text = new StringBuilder(words[0]);
        for (int i = 1; i < words.length; i++) {
            text.append(Character.toUpperCase(words[i].charAt(0))).append(words[i].substring(1));
        }
        return text.toString();
    }
}
