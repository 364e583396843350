package io.koordbridge.lab.kube;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionCondition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.NonDeletingOperation;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The custom resources that the chart defines, in a cluster without the chart. */
public final class ChartDefinitions {
    private static final long ESTABLISH_SECONDS = 180;
    private static final String SUFFIX = "-v1.yml";

    private ChartDefinitions() {}

    /** Installs all and waits until the API server serves them. */
    public static void install(KubernetesClient client) {
        install(client, name -> true);
    }

    /** Installs the definition of one kind and waits until the API server serves it. */
    public static void install(KubernetesClient client, Class<? extends HasMetadata> kind) {
        install(client, HasMetadata.getFullResourceName(kind)::equals);
    }

    /**
     * Installs some and waits until the API server serves them.
     *
     * @param wanted by name, such as {@code podgroups.scheduling.sigs.k8s.io}
     */
    public static void install(KubernetesClient client, Predicate<String> wanted) {
        Path directory = ProjectLayout.find().root().resolve("charts/koord-bridge/crds");
        try (Stream<Path> all = Files.list(directory)) {
            List<Path> files =
                    all.filter(file -> wanted.test(name(file))).sorted().toList();
            if (files.isEmpty()) {
                throw new IllegalArgumentException("no definition of this kind in " + directory);
            }
            for (Path file : files) {
                create(client, file);
            }
            files.forEach(file -> client.resources(CustomResourceDefinition.class)
                    .withName(name(file))
                    .waitUntilCondition(ChartDefinitions::isEstablished, ESTABLISH_SECONDS, TimeUnit.SECONDS));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + directory, e);
        }
    }

    private static String name(Path file) {
        String name = file.getFileName().toString();
        return name.endsWith(SUFFIX) ? name.substring(0, name.length() - SUFFIX.length()) : "";
    }

    private static void create(KubernetesClient client, Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            client.load(in)
                    .items()
                    .forEach(definition -> client.resource(definition).createOr(NonDeletingOperation::update));
        }
    }

    /** The API server writes a status without conditions before it has looked at a definition. */
    static boolean isEstablished(@Nullable CustomResourceDefinition definition) {
        CustomResourceDefinitionStatus status = definition == null ? null : definition.getStatus();
        List<CustomResourceDefinitionCondition> conditions = status == null ? null : status.getConditions();
        return conditions != null
                && conditions.stream()
                        .anyMatch(one -> one.getType().equals("Established")
                                && one.getStatus().equals("True"));
    }
}
