package io.koordbridge.yarnoperator.resourcemanager;

import com.codahale.metrics.MetricRegistry;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.koordbridge.kube.metrics.MetricNames;
import io.koordbridge.yarnoperator.conversion.YarnAmount;
import io.koordbridge.yarnoperator.lease.NodeManagerRef;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks NodeManagers what capacity they were last told, by {@code GET /ws/v1/node/info}. Only asked while a shrink is under way;
 * a NodeManager that does not answer, or only to someone else, is no fault: the lease then waits for heartbeats.
 */
public final class NodeManagerProbe {

    private static final Logger LOG = LoggerFactory.getLogger(NodeManagerProbe.class);
    private static final ObjectMapper MAPPER = JsonMapper.builder().build();
    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Duration USABLE = Duration.ofSeconds(4);
    private static final Duration FORGET_EVERY = Duration.ofMinutes(1);
    private static final Duration PAUSE = Duration.ofMillis(250);
    private static final int LARGEST_ANSWER = 1 << 20;

    private final HttpClient http;
    private final Clock clock;
    private final MetricRegistry metrics;
    private final Map<NodeManagerRef, Answer> answers = new ConcurrentHashMap<>();
    private final Map<NodeManagerRef, Instant> asked = new ConcurrentHashMap<>();

    private volatile Instant forgotten = Instant.EPOCH;

    private record Answer(YarnAmount told, Instant at) {}

    public NodeManagerProbe(Clock clock, MetricRegistry metrics) {
        this.clock = clock;
        this.metrics = metrics;
        this.http = HttpClient.newBuilder()
                .connectTimeout(TIMEOUT)
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /** Asks in the background, at most four times a second; {@code done} is called when there is a new answer. */
    public void ask(NodeManagerRef target, String httpAddress, Runnable done) {
        Instant now = clock.instant();
        Instant last = asked.get(target);
        boolean justAsked = last != null && last.plus(PAUSE).isAfter(now);
        if (httpAddress.isEmpty() || justAsked) {
            return;
        }
        forgetOld(now);
        asked.put(target, now);
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + httpAddress + "/ws/v1/node/info"))
                    .timeout(TIMEOUT)
                    .header("Accept", "application/json")
                    .build();
            // The outcome arrives in answered(); nothing waits for it.
            CompletableFuture<?> unused = http.sendAsync(request, HttpResponse.BodyHandlers.ofString())
                    .whenComplete((response, failure) -> answered(target, now, response, failure, done));
        } catch (IllegalArgumentException e) {
            LOG.debug("NodeManager has no usable web address node={} address={}", target, httpAddress, e);
            count("failed");
        }
    }

    private void answered(
            NodeManagerRef target,
            Instant at,
            @org.jspecify.annotations.Nullable HttpResponse<String> response,
            @org.jspecify.annotations.Nullable Throwable failure,
            Runnable done) {
        if (failure != null || response == null || response.statusCode() != 200) {
            count("failed");
            LOG.debug("NodeManager does not say what it was told node={}", target, failure);
            return;
        }
        Optional<YarnAmount> told = told(response.body());
        count(told.isPresent() ? "succeeded" : "unreadable");
        if (told.isPresent()) {
            answers.put(target, new Answer(told.get(), at));
            done.run();
        }
    }

    static Optional<YarnAmount> told(String body) {
        if (body.length() > LARGEST_ANSWER) {
            return Optional.empty();
        }
        try {
            JsonNode info = MAPPER.readTree(body).path("nodeInfo");
            JsonNode memory = info.path("totalPmemAllocatedContainersMB");
            JsonNode vcores = info.path("totalVCoresAllocatedContainers");
            // A negative capacity would pass for a shrink that was told.
            boolean usable = isAmount(memory) && isAmount(vcores);
            return usable ? Optional.of(new YarnAmount(vcores.asLong(), memory.asLong())) : Optional.empty();
        } catch (JsonProcessingException e) {
            LOG.debug("NodeManager's answer is not JSON", e);
            return Optional.empty();
        }
    }

    private static boolean isAmount(JsonNode value) {
        return value.isIntegralNumber() && value.canConvertToInt() && value.asLong() >= 0;
    }

    /** What a NodeManager said within the last seconds. */
    public Optional<YarnAmount> told(NodeManagerRef target) {
        Answer answer = answers.get(target);
        return answer != null && answer.at().plus(USABLE).isAfter(clock.instant())
                ? Optional.of(answer.told())
                : Optional.empty();
    }

    /** NodeManagers come back under other ports, and what they said before is of no use to anybody. */
    private void forgetOld(Instant now) {
        if (now.isBefore(forgotten.plus(FORGET_EVERY))) {
            return;
        }
        forgotten = now;
        asked.values().removeIf(at -> at.plus(USABLE).isBefore(now));
        answers.values().removeIf(answer -> answer.at().plus(USABLE).isBefore(now));
    }

    /** How many NodeManagers it remembers. */
    int remembered() {
        return asked.size();
    }

    private void count(String status) {
        metrics.counter(MetricNames.of("koord_yarn_node_probe_total", "status", status))
                .inc();
    }
}
