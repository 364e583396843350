package io.koordbridge.it.quickstart;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.koordbridge.it.chart.ClusterDump;
import io.koordbridge.lab.process.ProjectLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Objects that remain after the page's uninstall, compared with the list in docs/guide/operations.md; objects that the reader created may stay. */
record Remains(Set<String> before, Set<String> ofNodes) {
    /** Each with the words of the page's list that name it. */
    private record Listed(String path, String words) {}

    private static final List<Listed> STAYS = List.of(
            new Listed("/api/v1/namespaces//koordinator-system", "| the namespace |"),
            // What every namespace has.
            new Listed("/api/v1/serviceaccounts/koordinator-system/default", "| the namespace |"),
            new Listed("/api/v1/configmaps/koordinator-system/kube-root-ca.crt", "| the namespace |"),
            // Objects of the definitions: the page's profiles.
            new Listed("/apis/config.koordinator.sh/v1alpha1/clustercolocationprofiles//", "with quotas, profiles"));

    /** Namespaces of the reader, whose jobs and pods are there for their logs. */
    private static final List<String> OF_THE_READER = List.of("/batch/", "/hadoop/", "//batch", "//hadoop");

    /** Before anything is installed. */
    static Remains of(KubernetesClient client) {
        return new Remains(Set.copyOf(ClusterDump.of(client).keySet()), factsOfNodes(client));
    }

    void requireOnlyWhatOperationsSaysStays(KubernetesClient client) throws IOException {
        String page = Files.readString(ProjectLayout.find().root().resolve("docs/guide/operations.md"));
        assertThat(STAYS).allSatisfy(each -> assertThat(page).contains(each.words()));
        Set<String> left = new TreeSet<>(ClusterDump.of(client).keySet());
        left.removeAll(before);
        left.removeIf(path -> OF_THE_READER.stream().anyMatch(path::contains)
                || STAYS.stream().anyMatch(each -> path.startsWith(each.path())));

        assertThat(left).as("objects that stay and are not listed").isEmpty();
        assertThat(factsOfNodes(client))
                .as("labels, annotations and resources of nodes")
                .isEqualTo(ofNodes);
    }

    private static Set<String> factsOfNodes(KubernetesClient client) {
        return client.nodes().list().getItems().stream()
                .flatMap(Remains::facts)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Stream<String> facts(Node node) {
        return Stream.of(
                        node.getMetadata().getLabels().keySet(),
                        node.getMetadata().getAnnotations().keySet(),
                        node.getStatus().getAllocatable().keySet())
                .flatMap(Set::stream);
    }
}
