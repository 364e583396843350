package io.koordbridge.yarnoperator.resourcemanager;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.koordbridge.policy.amount.YarnAmount;
import io.koordbridge.yarnoperator.resourcemanager.HadoopResourceManager.Ticket;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.yarn.api.ApplicationClientProtocol;
import org.apache.hadoop.yarn.server.api.ResourceManagerAdministrationProtocol;
import org.junit.jupiter.api.Test;

class KerberosTicketTest {

    private final List<String> order = new ArrayList<>();

    private HadoopResourceManager client(Ticket ticket) {
        return new HadoopResourceManager(
                ticket,
                recording(ApplicationClientProtocol.class),
                recording(ResourceManagerAdministrationProtocol.class),
                new ResourceManagerWeb(List.of(), HadoopWeb.PLAIN),
                null,
                null);
    }

    private <T> T recording(Class<T> protocol) {
        return protocol.cast(Proxy.newProxyInstance(
                protocol.getClassLoader(), new Class<?>[] {protocol}, (proxy, method, arguments) -> {
                    order.add(method.getName());
                    return null;
                }));
    }

    private static void update(HadoopResourceManager client) {
        client.update("nm-0", 8041, new YarnAmount(1, 1024), Duration.ZERO);
    }

    @Test
    void isRenewedBeforeACallWhenItIsOld() {
        update(client(() -> order.add("ticket")));

        assertThat(order).containsExactly("ticket", "updateNodeResource");
    }

    @Test
    void oneThatCannotBeRenewedIsToldAsTheCallsFailure() {
        HadoopResourceManager client = client(() -> {
            throw new IOException("no KDC answers");
        });

        assertThatExceptionOfType(ResourceManagerException.class)
                .isThrownBy(() -> update(client))
                .withMessage("update of nm-0:8041: IOException: no KDC answers");
        assertThat(order).isEmpty();
    }
}
