package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.protocol.PureCore;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Lost;
import io.koordbridge.yarnoperator.resourcemanager.ClusterUse.Queue;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads {@link ClusterUse} from answers of a ResourceManager's web server. What makes no sense is left out. */
@PureCore
final class UseAnswers {

    /** Beans of every scheduler: those of queues count nodes without a label, those of partitions (since Hadoop 3.3) the others. */
    static final String QUEUES = "/jmx?qry=Hadoop:service=ResourceManager,name=*QueueMetrics,*";

    static final String APPLICATIONS = "/ws/v1/cluster/apps?states=ACCEPTED,RUNNING&deSelects=resourceRequests";

    static final String DEFAULT_POOL = "default";
    /** No amount is believed above this, so that no sum overflows. */
    private static final long MOST = 1L << 40;

    private static final int LONGEST_NAME = 256;
    private static final String ROOT = "root";
    private static final Pattern ATTEMPT = Pattern.compile("container_(?:e\\d+_)?\\d+_\\d+_(\\d{1,9})_\\d+");

    private UseAnswers() {}

    /** By leaf queue; a parent's bean repeats what its children hold. */
    static Map<Queue, YarnAmount> allocated(JsonNode answer) {
        Map<Queue, YarnAmount> all = new HashMap<>();
        Set<Queue> parents = new HashSet<>();
        for (JsonNode bean : answer.path("beans")) {
            Queue queue = queue(bean);
            YarnAmount amount = amount(bean);
            if (queue != null) {
                addParents(queue, parents);
            }
            if (queue != null && amount != null) {
                all.put(queue, amount);
            }
        }
        all.keySet().removeAll(parents);
        return all;
    }

    private static void addParents(Queue queue, Set<Queue> parents) {
        int end = queue.name().lastIndexOf('.');
        while (end > 0) {
            parents.add(new Queue(queue.pool(), queue.name().substring(0, end)));
            end = queue.name().lastIndexOf('.', end - 1);
        }
    }

    /** Null for a bean of a user, of a partition that others repeat, or without a name. */
    private static @Nullable Queue queue(JsonNode bean) {
        String bare = bean.path("name").asText();
        String name = bean.path("tag.Queue").asText();
        boolean named = !name.isEmpty() && name.length() <= LONGEST_NAME;
        if (!named || bare.contains(",user=")) {
            return null;
        }
        if (!bare.contains("name=PartitionQueueMetrics,")) {
            return new Queue(DEFAULT_POOL, name);
        }
        String label = bean.path("tag.Partition").asText();
        boolean repeated = label.isEmpty() || label.equals(DEFAULT_POOL) || label.length() > LONGEST_NAME;
        return repeated ? null : new Queue(label, name);
    }

    private static @Nullable YarnAmount amount(JsonNode bean) {
        JsonNode vcores = bean.path("AllocatedVCores");
        JsonNode megabytes = bean.path("AllocatedMB");
        boolean good = sensible(vcores) && sensible(megabytes);
        return good ? new YarnAmount(vcores.asLong(), megabytes.asLong()) : null;
    }

    private static boolean sensible(JsonNode number) {
        return number.isIntegralNumber()
                && number.canConvertToLong()
                && number.asLong() >= 0
                && number.asLong() <= MOST;
    }

    /** By the root queue, which counts for all; null when it does not say. */
    static @Nullable Long preempted(JsonNode answer) {
        for (JsonNode bean : answer.path("beans")) {
            JsonNode count = bean.path("AggregateContainersPreempted");
            if (new Queue(DEFAULT_POOL, ROOT).equals(queue(bean)) && sensible(count)) {
                return count.asLong();
            }
        }
        return null;
    }

    /** By application. The logs of the master name its attempt; an application without one has lost none that is known. */
    static Map<String, Lost> lost(JsonNode answer) {
        Map<String, Lost> lost = new HashMap<>();
        for (JsonNode app : answer.path("apps").path("app")) {
            JsonNode masters = app.path("numAMContainerPreempted");
            JsonNode others = app.path("numNonAMContainerPreempted");
            String id = app.path("id").asText();
            if (!id.isEmpty() && sensible(masters) && sensible(others)) {
                Matcher attempt = ATTEMPT.matcher(app.path("amContainerLogs").asText());
                long earlier = attempt.find() ? Long.parseLong(attempt.group(1)) - 1 : 0;
                long preempted = masters.asLong();
                lost.put(id, new Lost(others.asLong() + preempted, preempted, Math.max(earlier - preempted, 0)));
            }
        }
        return lost;
    }
}
