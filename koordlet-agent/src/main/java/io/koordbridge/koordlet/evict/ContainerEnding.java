package io.koordbridge.koordlet.evict;

import io.koordbridge.koordlet.cgroup.FileErrorFormatter;
import io.koordbridge.koordlet.yarn.PluginClient;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Ends YARN containers by the NodeManager's plugin, which gives them a status that applications forgive. It is asked first what it would do;
 * processes are killed at once when memory is short, by YARN's own order otherwise.
 */
public final class ContainerEnding implements Ending {

    private final Supplier<Optional<PluginClient>> plugin;

    /**
     * An ending.
     *
     * @param plugin empty while none is known
     */
    public ContainerEnding(Supplier<Optional<PluginClient>> plugin) {
        this.plugin = plugin;
    }

    @Override
    public Outcome end(Victim victim, Pool pool, String reason) {
        Optional<PluginClient> client = plugin.get();
        if (client.isEmpty()) {
            return new Outcome(Result.FAILED, "no plugin of a NodeManager answers");
        }
        try {
            PluginClient.EvictionAnswer would = client.get().evict(order(victim, pool, reason, true));
            if (would.notFound().contains(victim.id()) || would.alreadyEnding().contains(victim.id())) {
                return Outcome.of(Result.GONE);
            }
            if (!would.evicted().contains(victim.id())) {
                return new Outcome(Result.REFUSED, "the plugin would not evict it");
            }
            PluginClient.EvictionAnswer did = client.get().evict(order(victim, pool, reason, false));
            return Outcome.of(did.evicted().contains(victim.id()) ? Result.EVICTED : Result.GONE);
        } catch (IOException e) {
            return new Outcome(Result.FAILED, FileErrorFormatter.of(e));
        }
    }

    private static PluginClient.EvictionOrder order(Victim victim, Pool pool, String reason, boolean dryRun) {
        return new PluginClient.EvictionOrder(
                List.of(victim.id()),
                0,
                0,
                "node is short of " + pool.wireName() + ", feature " + reason,
                pool == Pool.MEMORY,
                dryRun);
    }
}
