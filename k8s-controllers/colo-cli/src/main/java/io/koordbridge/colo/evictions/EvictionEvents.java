package io.koordbridge.colo.evictions;

import io.fabric8.kubernetes.api.model.Event;
import io.koordbridge.colo.evictions.Eviction.Freed;
import io.koordbridge.protocol.PureCore;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads events about evictions, by their reason. An event in other words than expected counts for the object that it is about. */
@PureCore
final class EvictionEvents {
    private static final Pattern VICTIMS = Pattern.compile("(short of \\w+), evicted (.+)", Pattern.DOTALL);
    private static final Pattern VICTIM = Pattern.compile("(\\S+?)(?: \\((\\d{1,12}) MiB\\))?");
    private static final Pattern MOVED = Pattern.compile("Evicted pod (\\S+) by (.+)", Pattern.DOTALL);
    private static final Pattern FEATURE = Pattern.compile("trigger by koordlet feature (\\w+), .*", Pattern.DOTALL);
    private static final Pattern ON_NODE = Pattern.compile(".* on node (\\S+)", Pattern.DOTALL);
    private static final Pattern CONTAINER_ID = Pattern.compile("container_(?:e\\d+_)?(\\d+_\\d+)_\\d+_\\d+");
    private static final int MEBIBYTE_BITS = 20;

    /** What is read, by the reason of the event. */
    private static final Map<String, Function<Event, List<Eviction>>> READERS = Map.of(
            "KoordletEvicted", EvictionEvents::ofNode,
            "evictPodSuccess", EvictionEvents::ofKoordlet,
            "Descheduled", EvictionEvents::ofDescheduler,
            "Evicted", event -> List.of(pod(event, "evicted by the kubelet", host(event))),
            "Preempted", event -> List.of(pod(event, "preempted", found(ON_NODE, event))),
            "TaintManagerEviction", EvictionEvents::ofTaint);

    private EvictionEvents() {}

    /** Reasons of events that are read. */
    static List<String> reasons() {
        return READERS.keySet().stream().sorted().toList();
    }

    /** What an event says was evicted. */
    static List<Eviction> read(Event event) {
        Function<Event, List<Eviction>> reader = event.getReason() == null ? null : READERS.get(event.getReason());
        return reader == null || event.getInvolvedObject() == null ? List.of() : reader.apply(event);
    }

    private static List<Eviction> ofNode(Event event) {
        Matcher all = VICTIMS.matcher(message(event));
        if (!all.matches()) {
            return List.of();
        }
        List<Eviction> victims = new ArrayList<>();
        for (String one : all.group(2).split(", ", -1)) {
            Matcher victim = VICTIM.matcher(one);
            if (victim.matches()) {
                String name = victim.group(1);
                boolean container = !name.contains("/");
                Freed freed = victim.group(2) == null
                        ? null
                        : new Freed(null, Long.parseLong(victim.group(2)) << MEBIBYTE_BITS);
                victims.add(new Eviction(
                        time(event),
                        event.getInvolvedObject().getName(),
                        container ? Eviction.CONTAINER : Eviction.POD,
                        name,
                        container ? application(name) : null,
                        all.group(1),
                        source(event),
                        null,
                        freed));
            }
        }
        return victims;
    }

    private static List<Eviction> ofKoordlet(Event event) {
        String feature = found(FEATURE, event);
        return List.of(pod(event, feature == null ? "evicted by koordlet" : feature, null));
    }

    private static List<Eviction> ofDescheduler(Event event) {
        if (!"Node".equals(event.getInvolvedObject().getKind())) {
            return List.of(pod(event, "descheduled", null));
        }
        Matcher moved = MOVED.matcher(message(event));
        return moved.matches()
                ? List.of(new Eviction(
                        time(event),
                        event.getInvolvedObject().getName(),
                        Eviction.POD,
                        moved.group(1),
                        null,
                        "descheduled",
                        source(event),
                        moved.group(2),
                        null))
                : List.of();
    }

    /** The same reason stands for a deletion that was called off. */
    private static List<Eviction> ofTaint(Event event) {
        return message(event).startsWith("Marking for deletion")
                ? List.of(pod(event, "taint of the node", null))
                : List.of();
    }

    private static Eviction pod(Event event, String reason, @Nullable String node) {
        String name = event.getInvolvedObject().getNamespace() + "/"
                + event.getInvolvedObject().getName();
        return new Eviction(time(event), node, Eviction.POD, name, null, reason, source(event), message(event), null);
    }

    private static @Nullable String application(String container) {
        Matcher id = CONTAINER_ID.matcher(container);
        return id.matches() ? "application_" + id.group(1) : null;
    }

    private static @Nullable String found(Pattern pattern, Event event) {
        Matcher matcher = pattern.matcher(message(event));
        return matcher.matches() ? matcher.group(1) : null;
    }

    private static String message(Event event) {
        return event.getMessage() == null ? "" : event.getMessage();
    }

    private static @Nullable String host(Event event) {
        String host = event.getSource() == null ? null : event.getSource().getHost();
        return host == null || host.isEmpty() ? null : host;
    }

    private static String source(Event event) {
        return Stream.of(
                        Optional.ofNullable(event.getReportingComponent()),
                        Optional.ofNullable(event.getSource()).map(source -> source.getComponent()))
                .flatMap(Optional::stream)
                .filter(name -> !name.isEmpty())
                .findFirst()
                .orElse("-");
    }

    /** Of an event of any client: some set one time, some another. */
    static @Nullable Instant time(Event event) {
        return Stream.of(
                        Optional.ofNullable(event.getLastTimestamp()),
                        Optional.ofNullable(event.getEventTime()).map(time -> time.getTime()),
                        Optional.ofNullable(event.getMetadata()).map(data -> data.getCreationTimestamp()))
                .flatMap(Optional::stream)
                .flatMap(text -> Stream.ofNullable(parsed(text)))
                .findFirst()
                .orElse(null);
    }

    static @Nullable Instant parsed(String text) {
        try {
            return OffsetDateTime.parse(text).toInstant();
        } catch (DateTimeException e) {
            return null;
        }
    }
}
