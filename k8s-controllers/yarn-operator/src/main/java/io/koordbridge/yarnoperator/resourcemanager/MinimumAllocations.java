package io.koordbridge.yarnoperator.resourcemanager;

import io.koordbridge.policy.amount.YarnAmount;
import java.io.IOException;
import java.net.URI;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The minimum allocation that running ResourceManagers have in their configuration, by {@code /conf} of their web servers. One that does not
 * answer, or only to someone else, is no fault: then the configuration files count.
 */
final class MinimumAllocations {

    private static final Logger LOG = LoggerFactory.getLogger(MinimumAllocations.class);
    private static final String VCORES = "yarn.scheduler.minimum-allocation-vcores";
    private static final String MEGABYTES = "yarn.scheduler.minimum-allocation-mb";
    /** No larger container can be asked for in practice; a wrong amount would be withheld from pods on every node. */
    private static final int MOST = 1 << 20;

    private final ResourceManagerWeb web;

    MinimumAllocations(ResourceManagerWeb web) {
        this.web = web;
    }

    /** The largest of all that answer, since each may become active; empty when none does. */
    Optional<YarnAmount> read() {
        Optional<YarnAmount> largest = Optional.empty();
        for (URI server : web.servers()) {
            Optional<YarnAmount> minimum = ask(server);
            if (minimum.isPresent()) {
                largest = Optional.of(largest.orElse(YarnAmount.ZERO).max(minimum.get()));
            }
        }
        return largest;
    }

    private Optional<YarnAmount> ask(URI server) {
        try {
            return Optional.of(new YarnAmount(value(server, VCORES), value(server, MEGABYTES)));
        } catch (IOException e) {
            LOG.debug("ResourceManager does not say its minimum allocation server={}", server, e);
            return Optional.empty();
        }
    }

    private long value(URI server, String key) throws IOException {
        String text = web.property(server, key).orElse("");
        if (text.matches("\\d{1,7}") && Integer.parseInt(text) <= MOST) {
            return Integer.parseInt(text);
        }
        throw new IOException(key + " = '" + text + "': want 0 to " + MOST);
    }
}
