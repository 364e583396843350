package io.koordbridge.yarnoperator.resourcemanager;

import com.fasterxml.jackson.databind.JsonNode;
import io.koordbridge.yarnoperator.resourcemanager.SchedulerFacts.Counting;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads {@link SchedulerFacts} of running ResourceManagers. The resource calculator of a CapacityScheduler is in a file of its own, which
 * no web server shows: the scheduler's used share shows whether vcores count, and where it does not, a file counts.
 */
final class SchedulerReader {

    static final String CALCULATOR = "yarn.scheduler.capacity.resource-calculator";

    private static final Logger LOG = LoggerFactory.getLogger(SchedulerReader.class);
    private static final String SCHEDULER = "yarn.resourcemanager.scheduler.class";
    private static final String THREADS = "yarn.resourcemanager.admin.client.thread-count";
    private static final String ROOT_QUEUE = "/jmx?qry=Hadoop:service=ResourceManager,name=QueueMetrics,q0=root";
    private static final int MOST_THREADS = 1_000;
    /** Shares that differ by less are not distinct while containers come and go. */
    private static final double DISTINCT = 0.1;

    private static final double SAME = 0.01;

    private final ResourceManagerWeb web;
    private final @Nullable String calculatorInFile;
    /** What was seen last; most of the time nothing can be. */
    private @Nullable Counting seen;

    /**
     * Of one cluster.
     *
     * @param calculatorInFile by the operator's own capacity-scheduler.xml, null without that file
     */
    SchedulerReader(ResourceManagerWeb web, @Nullable String calculatorInFile) {
        this.web = web;
        this.calculatorInFile = calculatorInFile;
    }

    /** Of the first that answers; the number of threads is the largest of all. */
    SchedulerFacts read() {
        SchedulerFacts facts = SchedulerFacts.UNKNOWN;
        for (URI server : web.servers()) {
            try {
                SchedulerFacts one = ask(server);
                int threads = Math.max(facts.adminThreads(), one.adminThreads());
                boolean better = facts.scheduler().isEmpty() || facts.vcores() == Counting.UNKNOWN;
                facts = better
                        ? new SchedulerFacts(one.scheduler(), one.vcores(), threads)
                        : new SchedulerFacts(facts.scheduler(), facts.vcores(), threads);
            } catch (IOException e) {
                LOG.debug("ResourceManager does not say how it schedules server={}", server, e);
            }
        }
        return facts;
    }

    private SchedulerFacts ask(URI server) throws IOException {
        String scheduler = web.property(server, SCHEDULER).orElse("");
        String name = scheduler.substring(scheduler.lastIndexOf('.') + 1);
        String threads = web.property(server, THREADS).orElse("");
        int number = threads.matches("\\d{1,4}") ? Math.min(Integer.parseInt(threads), MOST_THREADS) : 0;
        return new SchedulerFacts(name, name.equals("CapacityScheduler") ? counting(server) : Counting.UNKNOWN, number);
    }

    private Counting counting(URI server) {
        try {
            if (web.active(server)) {
                measured(web.json(server, ROOT_QUEUE)).ifPresent(counting -> seen = counting);
            }
        } catch (IOException e) {
            LOG.debug("ResourceManager does not say what is used server={}", server, e);
        }
        return seen == null ? byClass(server) : seen;
    }

    private Counting byClass(URI server) {
        Optional<String> named;
        try {
            named = web.property(server, CALCULATOR);
        } catch (IOException e) {
            named = Optional.empty();
        }
        String calculator = named.orElse(calculatorInFile == null ? "" : calculatorInFile);
        if (calculator.isEmpty()) {
            return Counting.UNKNOWN;
        }
        return calculator.endsWith("DefaultResourceCalculator") ? Counting.NO : Counting.YES;
    }

    /** What the root queue calls used is its share of memory, or the largest share of all; empty while these are alike. */
    static Optional<Counting> measured(JsonNode answer) {
        JsonNode root = answer.path("beans").path(0);
        double memory = share(root, "MB");
        double vcores = share(root, "VCores");
        double used = root.path("UsedCapacity").asDouble(Double.NaN);
        if (!(vcores - memory > DISTINCT)) {
            return Optional.empty();
        }
        if (Math.abs(used - memory) < SAME) {
            return Optional.of(Counting.NO);
        }
        return used > vcores - SAME ? Optional.of(Counting.YES) : Optional.empty();
    }

    private static double share(JsonNode root, String unit) {
        double allocated = root.path("Allocated" + unit).asDouble(Double.NaN);
        double available = root.path("Available" + unit).asDouble(Double.NaN);
        // Available is never below 0: beyond the capability a share would be too small.
        return available > 0 || allocated == 0 ? allocated / (allocated + available) : 1;
    }
}
