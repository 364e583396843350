package io.koordbridge.frame;

import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.function.BiPredicate;

/**
 * What a process does once instead of its service, asked for by a flag.
 *
 * @param name the flag is {@code --name}
 * @param help of the flag
 * @param work with the configuration and a client that is closed afterwards; whether all was done
 */
public record OneOff<C extends BridgeConfiguration>(String name, String help, BiPredicate<C, KubernetesClient> work) {

    String flag() {
        return "--" + name;
    }
}
