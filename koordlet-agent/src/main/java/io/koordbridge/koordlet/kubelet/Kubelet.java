package io.koordbridge.koordlet.kubelet;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.fabric8.kubernetes.api.model.Pod;
import io.koordbridge.api.binding.PlainJson;
import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.disk.OwnFile;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the kubelet says of itself. One thread asks. */
public final class Kubelet {

    private static final Duration ASK_AGAIN = Duration.ofMinutes(1);
    private static final long LARGEST_FILE = 4 << 20;

    private final KubeletConfig config;
    private final KubeletClient client;
    private final Consumer<String> problems;
    private volatile Optional<KubeletSettings> settings = Optional.empty();
    private @Nullable Instant askedAt;
    private volatile boolean answered;

    public Kubelet(KubeletConfig config, MetricRegistry metrics, Consumer<String> problems) {
        this.config = config;
        this.client = new KubeletClient(config, metrics);
        this.problems = problems;
    }

    /** Its configuration, asked once a minute; what was known stays when it does not answer. Empty while it is not known. */
    public Optional<KubeletSettings> settings(Optional<KubeletAddress> address, Instant now) {
        if (askedAt == null || !now.isBefore(askedAt.plus(ASK_AGAIN))) {
            askedAt = now;
            settings = ask(address);
        }
        return settings;
    }

    /** How its certificate at an address is looked at, in a line for people. */
    public String certificate(KubeletAddress address) {
        String where = address.url("");
        if (!config.enabled()) {
            return "not asked";
        }
        if (config.insecureSkipVerify()) {
            return "any certificate is taken (kubernetes.kubelet.insecureSkipVerify)";
        }
        try {
            return client.untrusted(address).orElse(where + ": certificate is trusted");
        } catch (IOException e) {
            return where + ": certificate not looked at: " + e.getMessage();
        }
    }

    /** Its own answer; empty until it has given one. */
    public Optional<KubeletSettings> said() {
        return answered ? settings : Optional.empty();
    }

    private Optional<KubeletSettings> ask(Optional<KubeletAddress> address) {
        String problem = "Node names no address of its kubelet";
        try {
            if (config.enabled() && address.isPresent()) {
                JsonNode document = client.get(address.get(), "/configz", PlainJson.MAPPER::readTree);
                JsonNode answer = document.path("kubeletconfig");
                if (!answer.isObject()) {
                    throw new IOException("/configz answers without kubeletconfig");
                }
                Optional<KubeletSettings> said = Optional.of(KubeletSettings.of(answer));
                answered = true;
                return said;
            }
        } catch (IOException | IllegalArgumentException e) {
            problem = String.valueOf(e.getMessage());
        }
        // Flags of the kubelet win over its file, so the file counts only until it answers.
        Optional<KubeletSettings> known = answered ? settings : fromFile().or(() -> settings);
        if (known.isEmpty()) {
            problems.accept(
                    "configuration of the kubelet is not known, NodeResourceTopology is not written: " + problem);
        }
        return known;
    }

    private Optional<KubeletSettings> fromFile() {
        Path file = Path.of(config.directory(), "config.yaml");
        try {
            Optional<byte[]> content = OwnFile.read(file, LARGEST_FILE);
            return content.isEmpty()
                    ? Optional.empty()
                    : Optional.of(KubeletSettings.of(new YAMLMapper().readTree(content.get())));
        } catch (IOException e) {
            problems.accept(file + " cannot be read: " + FileErrorFormatter.of(e));
        } catch (IllegalArgumentException e) {
            problems.accept(file + ": " + e.getMessage());
        }
        return Optional.empty();
    }

    /**
     * {@code cpu_manager_state}; empty if absent, or nothing in it.
     *
     * @throws IOException when it cannot be read, or the directory of the kubelet is not there
     */
    public Optional<JsonNode> cpuManagerState() throws IOException {
        if (!Files.isDirectory(Path.of(config.directory()))) {
            throw new NoSuchFileException(config.directory());
        }
        Optional<byte[]> content = OwnFile.read(Path.of(config.directory(), "cpu_manager_state"), LARGEST_FILE);
        return content.isEmpty() || content.get().length == 0
                ? Optional.empty()
                : Optional.of(PlainJson.MAPPER.readTree(content.get()));
    }

    /**
     * Its pods; empty when it does not answer, or has none.
     *
     * @param needed whether nobody else names them, so that a failure is a problem
     */
    public List<Pod> pods(KubeletAddress address, boolean needed) {
        if (!config.enabled()) {
            return List.of();
        }
        try {
            return client.get(address, "/pods", this::readPods);
        } catch (IOException e) {
            if (needed) {
                problems.accept("pods of the kubelet are not known, those known before hold: " + e.getMessage());
            }
            return List.of();
        }
    }

    /** One after the other: a list is as long as its pods like. */
    private List<Pod> readPods(InputStream in) throws IOException {
        List<Pod> pods = new ArrayList<>();
        try (JsonParser parser = PlainJson.MAPPER.createParser(in)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_ARRAY && "items".equals(parser.currentName())) {
                    while (parser.nextToken() == JsonToken.START_OBJECT) {
                        pods.add(PodParser.pod(PlainJson.MAPPER.readTree(parser)));
                    }
                }
            }
        }
        return pods;
    }
}
