package io.koordbridge.colo.migration;

import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.answers.MigrationsAnswer;
import io.koordbridge.api.migration.PodMigrationJob;
import io.koordbridge.api.migration.PodMigrationJobSpec;
import io.koordbridge.api.reservation.Reservation;
import io.koordbridge.colo.answer.AnswerException;
import io.koordbridge.colo.answer.ApiReader;
import io.koordbridge.colo.answer.Component;
import io.koordbridge.colo.cluster.ClusterAccess;
import io.koordbridge.colo.terminal.Session;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Reads one migration: the API server has to answer, koord-descheduler need not. */
final class MigrationReader {
    private static final String PATH = "migrations";
    private static final int MOST_EVENTS = 10;

    private final Session session;
    private final ClusterAccess cluster;

    MigrationReader(Session session) {
        this.session = session;
        this.cluster = session.cluster();
    }

    Optional<MigrationFacts> read(String name) {
        PodMigrationJob job = cluster.ask(
                () -> client().resources(PodMigrationJob.class).withName(name).get());
        if (job == null) {
            return Optional.empty();
        }
        Pod pod = pod(job.getSpec());
        List<Event> events = Stream.of(Optional.of(job), Optional.ofNullable(pod))
                .flatMap(Optional::stream)
                .flatMap(object -> events(object).stream())
                .sorted(Comparator.comparing(MigrationReader::time).reversed())
                .limit(MOST_EVENTS)
                .toList();
        try {
            return Optional.of(new MigrationFacts(job, pod, reservation(job.getSpec()), events, reported(name), ""));
        } catch (AnswerException e) {
            return Optional.of(new MigrationFacts(
                    job, pod, reservation(job.getSpec()), events, null, String.valueOf(e.getMessage())));
        }
    }

    private KubernetesClient client() {
        return cluster.client();
    }

    private @Nullable Pod pod(@Nullable PodMigrationJobSpec spec) {
        ObjectReference pod = spec == null ? null : spec.podRef();
        return pod == null || pod.getNamespace() == null || pod.getName() == null
                ? null
                : cluster.ask(() -> client().pods()
                        .inNamespace(pod.getNamespace())
                        .withName(pod.getName())
                        .get());
    }

    private @Nullable Reservation reservation(@Nullable PodMigrationJobSpec spec) {
        ObjectReference reference = spec == null || spec.reservationOptions() == null
                ? null
                : spec.reservationOptions().reservationRef();
        return reference == null || reference.getName() == null
                ? null
                : cluster.ask(() -> client().resources(Reservation.class)
                        .withName(reference.getName())
                        .get());
    }

    private List<Event> events(HasMetadata object) {
        return cluster.ask(() -> client().v1()
                .events()
                .inAnyNamespace()
                .withField("involvedObject.uid", object.getMetadata().getUid())
                .list()
                .getItems());
    }

    /** Of an event of any client: some set one time, some another. */
    static String time(Event event) {
        return Stream.of(
                        event.getLastTimestamp(),
                        event.getEventTime() == null
                                ? null
                                : event.getEventTime().getTime(),
                        event.getMetadata().getCreationTimestamp())
                .filter(text -> text != null && !text.isEmpty())
                .findFirst()
                .orElse("");
    }

    private MigrationsAnswer.@Nullable Job reported(String name) {
        ApiReader api = session.api(Component.DESCHEDULER);
        MigrationsAnswer answer = api.as(MigrationsAnswer.class, api.read(PATH), PATH);
        return Stream.concat(answer.open().stream(), answer.ended().stream())
                .filter(job -> job.name().equals(name))
                .findFirst()
                .orElse(null);
    }
}
