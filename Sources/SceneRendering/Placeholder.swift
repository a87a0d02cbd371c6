// SceneRendering
