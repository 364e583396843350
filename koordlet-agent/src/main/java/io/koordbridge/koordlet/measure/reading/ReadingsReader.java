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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Reads what strategies need, each file once in a tick. One thread. */
public final class ReadingsReader {

    private final CgroupReader files;
    private final SampleStore store;
    private final Duration interval;
    private final Consumer<String> problems;
    private final GroupLists groups;
    private final Map<Fact<?>, Known> facts = new HashMap<>();
    private final Map<String, GroupFiles> once = new HashMap<>();
    /** By uid. */
    private final Map<String, PodFiles> ofPods = new HashMap<>();

    private CgroupPaths names;
    private long round;

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
        this.names = files.tree().paths();
    }

    /** Values at one moment, for every pod in the scope of its need. */
    public Readings read(Set<Need<?>> needs, List<PodInfo> pods, Instant now) {
        return read(Needs.of(needs), pods, now);
    }

    /** Values of the needs at one moment. */
    public Readings read(Needs needs, List<PodInfo> pods, Instant now) {
        round++;
        names = files.tree().paths();
        if (ofPods.size() > pods.size()) {
            ofPods.keySet().retainAll(pods.stream().map(PodInfo::uid).collect(Collectors.toSet()));
        }
        Readings.Builder found = new Readings.Builder();
        needs.all().forEach(need -> read(need, needs.podsOf(need), pods, now, found));
        return found.build();
    }

    private <T> void read(
            Need<T> need, Predicate<PodInfo> which, List<PodInfo> pods, Instant now, Readings.Builder found) {
        if (need.scope().isOnce()) {
            once(need, now, found);
            return;
        }
        for (PodInfo pod : pods) {
            if (need.scope().has(pod) && which.test(pod)) {
                ofPod(need, pod, now, found);
            }
        }
    }

    private <T> void once(Need<T> need, Instant now, Readings.Builder found) {
        String place = group(need.scope().place());
        if (need.source() instanceof Need.OfGroups source && files.tree().supports(source.knob(), place)) {
            found.put(need, typed(groups.below(source.knob(), place, source.depth(), now)));
        } else {
            GroupFiles held = once.computeIfAbsent(place, dir -> new GroupFiles(files, dir));
            one(need, SampleStore.NODE, held, now).ifPresent(value -> found.put(need, value));
        }
    }

    private <T> void ofPod(Need<T> need, PodInfo pod, Instant now, Readings.Builder found) {
        if (need.source() instanceof Need.OfGroups source) {
            found.put(need, pod, typed(groups.ofPod(source.knob(), pod, now)));
            return;
        }
        PodFiles held = held(pod);
        switch (need.scope().place()) {
            case PODS -> one(need, pod.uid(), held.group(), now).ifPresent(value -> found.put(need, pod, value));
            case SANDBOXES ->
                sandbox(need, pod, held, now)
                        .flatMap(group -> one(need, pod.uid(), group, now))
                        .ifPresent(value -> found.put(need, pod, value));
            default -> containers(need, held, pod, now, found);
        }
    }

    private PodFiles held(PodInfo pod) {
        PodFiles known = ofPods.get(pod.uid());
        if (known == null || !known.isOf(pod, names)) {
            known = new PodFiles(files, names, pod);
            ofPods.put(pod.uid(), known);
        }
        return known;
    }

    /** A need of groups has lists of names. */
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    private static <T> T typed(List<String> list) {
        return (T) list;
    }

    /** Only of files: a series is that of the pod. */
    private Optional<GroupFiles> sandbox(Need<?> need, PodInfo pod, PodFiles held, Instant now) {
        return need.source() instanceof Need.OfKnob<?> file
                ? held.sandbox(groups.ofPod(file.knob(), pod, now))
                : Optional.empty();
    }

    private <T> void containers(Need<T> need, PodFiles held, PodInfo pod, Instant now, Readings.Builder found) {
        for (PodFiles.Member member : held.members()) {
            ContainerInfo container = member.container();
            if (member.files().isPresent()) {
                one(need, container.id(), member.files().get(), now)
                        .ifPresent(value -> found.put(need, container, value));
            } else {
                problems.accept("Pod/" + pod.fullName() + ": container " + container.name() + " is not read: "
                        + member.problem());
            }
        }
    }

    private String group(Scope.Place place) {
        return switch (place) {
            case KUBEPODS -> names.qosDir(KubeQos.GUARANTEED);
            case BURSTABLE -> names.qosDir(KubeQos.BURSTABLE);
            case TIER -> names.bestEffortDir();
            case NODE, PODS, CONTAINERS, SANDBOXES -> "";
        };
    }

    private <T> Optional<T> one(Need<T> need, String subject, GroupFiles group, Instant now) {
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

    private <T> Optional<T> content(Knob<T> knob, GroupFiles group) {
        try {
            return group.read(knob, round);
        } catch (NoSuchFileException e) {
            // The group ended, or the kernel has no such file: no value.
            return Optional.empty();
        } catch (IOException e) {
            problems.accept(knob + " of '" + group.group() + "' cannot be read: " + FileErrorFormatter.of(e));
            return Optional.empty();
        }
    }
}
