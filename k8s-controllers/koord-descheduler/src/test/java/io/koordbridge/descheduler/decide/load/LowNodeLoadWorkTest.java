package io.koordbridge.descheduler.decide.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.koordbridge.testkit.work.LinearWork;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

class LowNodeLoadWorkTest {

    @TestFactory
    List<DynamicTest> workIsLinearInNodesAndInPods() {
        return List.of(
                LinearWork.test("nodes of a pool", 200, nodes -> LowNodeLoadScene.of(nodes, 20), LowNodeLoadScene::run),
                LinearWork.test("pods of a node", 40, pods -> LowNodeLoadScene.of(100, pods), LowNodeLoadScene::run));
    }

    @Test
    void everyHotNodeIsRelieved() {
        LowNodeLoadScene scene = LowNodeLoadScene.of(40, 50);

        assertThat(scene.run()).isBetween(2 * 5, 2 * 15);
    }
}
