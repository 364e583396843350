package io.koordbridge.koordlet.measure.reading;

import io.koordbridge.koordlet.cgroup.CgroupPaths;
import io.koordbridge.koordlet.cgroup.CgroupReader;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.cgroup.Knob;
import io.koordbridge.koordlet.kubepods.ContainerInfo;
import io.koordbridge.koordlet.kubepods.PodInfo;
import io.koordbridge.koordlet.store.SampleStore;
import io.koordbridge.protocol.KubeQos;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/** Reads what strategies need, each file and each series once. One thread. */
public final class ReadingsReader {

    private final CgroupReader files;
    private final SampleStore store;
    private final Duration interval;
    private final Consumer<String> problems;
    private final GroupLists groups;
    private final Map<Fact<?>, Known> facts = new HashMap<>();

    /** A fact as it was found. */
    private record Known(Optional<?> value, Instant at) {}

    /**
     * A reader.
     *
     * @param interval time between two samples
     * @param problems takes contents that are no values
     */
    public ReadingsReader(CgroupReader files, SampleStore store, Duration interval, Consumer<String> problems) {
        this.files = files;
        this.store = store;
        this.interval = interval;
        this.problems = problems;
        this.groups = new GroupLists(files.tree());
    }

    /** Values of the needs at one moment. */
    public Readings read(Set<Need<?>> needs, List<PodInfo> pods, Instant now) {
        Readings.Builder found = new Readings.Builder();
        needs.forEach(need -> read(need, pods, now, found));
        return found.build();
    }

    private <T> void read(Need<T> need, List<PodInfo> pods, Instant now, Readings.Builder found) {
        if (need.scope().isOnce()) {
            String place = group(need.scope().place());
            if (need.source() instanceof Need.OfGroups source && offers(source.knob(), place)) {
                found.put(need, typed(groups.below(source.knob(), place, source.depth(), now)));
            } else {
                one(need, SampleStore.NODE, place, now).ifPresent(value -> found.put(need, value));
            }
            return;
        }
        CgroupPaths paths = files.tree().paths();
        for (PodInfo pod : pods) {
            if (!need.scope().has(pod)) {
                continue;
            }
            if (need.source() instanceof Need.OfGroups source) {
                found.put(need, pod, typed(groups.ofPod(source.knob(), pod, now)));
                continue;
            }
            String group = paths.podDir(pod.kubeQos(), pod.uid());
            switch (need.scope().place()) {
                case PODS -> one(need, pod.uid(), group, now).ifPresent(value -> found.put(need, pod, value));
                case SANDBOXES ->
                    sandbox(need, pod, group)
                            .flatMap(dir -> one(need, pod.uid(), dir, now))
                            .ifPresent(value -> found.put(need, pod, value));
                default -> containers(need, pod, group, now, found);
            }
        }
    }

    private boolean offers(Knob<?> knob, String group) {
        return files.tree().supports(knob, group);
    }

    /** A need of groups has lists of names. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> T typed(List<String> names) {
        return (T) names;
    }

    /** Group of the one container of a pod that the API does not list; empty when it could be several. */
    private Optional<String> sandbox(Need<?> need, PodInfo pod, String podGroup) {
        if (pod.containers().isEmpty() || !(need.source() instanceof Need.OfKnob<?> file)) {
            return Optional.empty();
        }
        Set<String> others = new LinkedHashSet<>(files.tree().children(file.knob(), podGroup));
        try {
            for (ContainerInfo container : pod.containers()) {
                String group = files.tree().paths().containerDir(podGroup, container.id());
                others.remove(group.substring(group.lastIndexOf('/') + 1));
            }
        } catch (IllegalArgumentException e) {
            // Said of the container itself.
            return Optional.empty();
        }
        return others.size() == 1
                ? Optional.of(podGroup + '/' + others.iterator().next())
                : Optional.empty();
    }

    private <T> void containers(Need<T> need, PodInfo pod, String podGroup, Instant now, Readings.Builder found) {
        for (ContainerInfo container : pod.containers()) {
            try {
                String group = files.tree().paths().containerDir(podGroup, container.id());
                one(need, container.id(), group, now).ifPresent(value -> found.put(need, container, value));
            } catch (IllegalArgumentException e) {
                problems.accept("Pod/" + pod.fullName() + ": container " + container.name() + " is not read: "
                        + e.getMessage());
            }
        }
    }

    private String group(Scope.Place place) {
        CgroupPaths paths = files.tree().paths();
        return switch (place) {
            case KUBEPODS -> paths.qosDir(KubeQos.GUARANTEED);
            case BURSTABLE -> paths.qosDir(KubeQos.BURSTABLE);
            case TIER -> paths.bestEffortDir();
            case NODE, PODS, CONTAINERS, SANDBOXES -> "";
        };
    }

    private <T> Optional<T> one(Need<T> need, String subject, String group, Instant now) {
        if (need.source() instanceof Need.OfSeries<T> series) {
            Duration window = series.window().compareTo(interval) < 0 ? interval : series.window();
            return series.fold().of(store, series.metric(), subject, window, now);
        }
        if (need.source() instanceof Need.OfFact<T> one) {
            return fact(one.fact(), now);
        }
        return need.source() instanceof Need.OfKnob<T> file ? content(file.knob(), group) : Optional.empty();
    }

    /** Only values of the fact's own type are put under it. */
    @SuppressWarnings("unchecked")
    private <T> Optional<T> fact(Fact<T> fact, Instant now) {
        Known known = facts.get(fact);
        if (known == null || !now.isBefore(known.at().plus(fact.refresh()))) {
            known = new Known(look(fact), now);
            facts.put(fact, known);
        }
        return (Optional<T>) known.value();
    }

    private <T> Optional<T> look(Fact<T> fact) {
        try {
            return Optional.of(fact.look().at(files.tree()));
        } catch (NoSuchFileException e) {
            return Optional.empty();
        } catch (IOException e) {
            problems.accept(fact.name() + " cannot be read: " + FileErrorFormatter.of(e));
            return Optional.empty();
        }
    }

    private <T> Optional<T> content(Knob<T> knob, String group) {
        try {
            return files.tree().supports(knob, group) ? Optional.of(files.read(knob, group)) : Optional.empty();
        } catch (NoSuchFileException e) {
            // The group ended, or the kernel has no such file: no value.
            return Optional.empty();
        } catch (IOException e) {
            problems.accept(knob + " of '" + group + "' cannot be read: " + FileErrorFormatter.of(e));
            return Optional.empty();
        }
    }
}
